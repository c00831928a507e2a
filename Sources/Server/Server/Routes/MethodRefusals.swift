/// Requests of the operators' API whose path has no such method.
struct MethodRefusals: Sendable {
    let gate: OperatorGate

    /// The refusals of every path of the API, below a path.
    func ofAll(below root: String = OperatorRoute.root) -> [String: MethodRefusal] {
        let routes = OperatorRoute.allCases.map { ("/\(root)/\($0.path)", $0) }
        return Dictionary(routes) { first, _ in first }.mapValues(refusal)
    }

    /// The refusal to those who may use a route.
    func refusal(to route: OperatorRoute) -> MethodRefusal {
        { request, refusal in try await gate.admitting(request, to: route) { _ in refusal } }
    }
}
