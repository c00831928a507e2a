import Hummingbird

/// Requests of the operators' API whose path has no such method.
struct MethodRefusals: Sendable {
    let gate: OperatorGate

    /// Adds a refusal for each missing method of the routes that a router has below a path.
    func add(to router: Router<BasicRequestContext>, below root: String = OperatorRoute.root) {
        let all = OperatorRoute.allCases.map { ("/\(root)/\($0.path)", $0) }
        for (path, routes) in Dictionary(grouping: all, by: \.0) {
            guard let route = routes.first?.1 else { continue }
            router.refuseOtherMethods(of: path) { request, refusal in
                try await gate.admitting(request, to: route) { _ in refusal }
            }
        }
    }
}
