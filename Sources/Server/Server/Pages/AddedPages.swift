package import Hummingbird

/// Pages of other modules on the port of the server, such as the studio of `usher dev`.
public struct AddedPages: Sendable {
    /// The first components of their paths. They admit only callers of their own, and are not limited in the number of
    /// requests.
    let roots: Set<String>
    /// The first two components of paths that admit only those who are signed in: these are not limited in the number of
    /// requests, others in the number of attempts.
    let admitted: Set<String>
    private let addRoutes: @Sendable (Router<BasicRequestContext>, OperatorRoutes) -> Void

    /// - Parameter addRoutes: adds the routes; it is passed those of operators, which pages may offer to their callers.
    package init(
        roots: Set<String> = [], admitted: Set<String> = [],
        addRoutes: @escaping @Sendable (Router<BasicRequestContext>, OperatorRoutes) -> Void
    ) {
        self.roots = roots
        self.admitted = admitted
        self.addRoutes = addRoutes
    }

    func add(to router: Router<BasicRequestContext>, _ routes: OperatorRoutes) { addRoutes(router, routes) }
}
