import HTTPTypes
package import Hummingbird

extension Router {
    /// Adds a refusal for each method that a path lacks: 405, with those that it has in the header `Allow`.
    ///
    /// - Parameters:
    ///   - words: the path as its routes have it; one without routes gets no refusals.
    ///   - answer: returns the refusal, or another one to those who may not use the path: nothing is said about it to
    ///     them.
    package func refuseOtherMethods(
        of words: String,
        _ answer: @escaping @Sendable (_ request: Request, _ refusal: Response) async throws -> Response = { $1 }
    ) {
        let path = RouterPath(words)
        let known = routes.filter { $0.path == path }.map(\.method)
        guard !known.isEmpty else { return }
        let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]
        for method in all where !known.contains(method) {
            on(path, method: method) { request, _ -> Response in
                var refusal = Response.refusal(
                    .methodNotAllowed, "there is no \(request.method.rawValue) of this path; it has \(allowed)")
                refusal.headers[.allow] = allowed
                let response = try await answer(request, refusal)
                return request.method == .head ? response.createHeadResponse() : response
            }
        }
    }
}
