public import Hummingbird

/// Pages of other modules on the port of the server, such as the studio of `usher dev`.
public struct AddedPages: Sendable {
    /// The first component of their paths. They admit only callers of their own, and are not limited in the number of
    /// requests.
    public let root: String
    private let addRoutes: @Sendable (Router<BasicRequestContext>) -> Void

    public init(root: String, addRoutes: @escaping @Sendable (Router<BasicRequestContext>) -> Void) {
        self.root = root
        self.addRoutes = addRoutes
    }

    func add(to router: Router<BasicRequestContext>) { addRoutes(router) }
}
