import HTTPTypes
import Hummingbird

/// Requests of the operators' API whose path has no such method: 405, with those that it has in the header `Allow`.
struct MethodRefusals: Sendable {
    let gate: OperatorGate

    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]

    /// Adds a refusal for each missing method of the routes that a router has below the path of the API.
    func add(to router: Router<BasicRequestContext>) {
        let all = OperatorRoute.allCases.map { ("/\(OperatorRoute.root)/\($0.path)", $0) }
        for (words, routes) in Dictionary(grouping: all, by: \.0) {
            let path = RouterPath(words)
            let known = router.routes.filter { $0.path == path }.map(\.method)
            guard let route = routes.first?.1, !known.isEmpty else { continue }
            let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
            for method in Self.methods where !known.contains(method) {
                router.on(path, method: method) { request, _ in
                    try await refuse(request, to: route, allowing: allowed)
                }
            }
        }
    }

    /// - Parameter route: a route of this path. Nothing is said about the path to those who may not use it.
    private func refuse(
        _ request: Request, to route: OperatorRoute, allowing allowed: String
    ) async throws -> Response {
        let response = try await gate.admitting(request, to: route) { _ in
            var response = Response.refusal(
                .methodNotAllowed, "there is no \(request.method.rawValue) of this path; it has \(allowed)")
            response.headers[.allow] = allowed
            return response
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
