import HTTPTypes
package import Hummingbird

/// Answers a request whose path has no such method: with the refusal, or with another one to those who may not use the
/// path, to whom nothing is said about it.
package typealias MethodRefusal = @Sendable (_ request: Request, _ refusal: Response) async throws -> Response

extension RouterMethods {
    /// Adds a page, or a file of one, for `GET`, and without its body for `HEAD` (RFC 9110, section 9.3.2).
    package func page(
        _ path: RouterPath = "", _ answer: @escaping @Sendable (Request, Context) async throws -> Response
    ) {
        get(path, use: answer)
        head(path) { request, context in try await answer(request, context).createHeadResponse() }
    }
}

extension Router {
    /// Adds a refusal for each method that a path lacks: 405, with those that it has in the header `Allow`.
    ///
    /// - Parameter paths: as their routes have them; one without routes gets no refusals.
    package func refuseOtherMethods(of paths: [String], _ answer: @escaping MethodRefusal = { $1 }) {
        refuseOtherMethods([String: MethodRefusal](uniqueKeysWithValues: paths.map { ($0, answer) }))
    }

    /// Adds a refusal for each method that a path lacks, for many paths: a router lists its routes only all at once,
    /// which takes a while.
    package func refuseOtherMethods(_ answers: [String: MethodRefusal]) {
        let known = Dictionary(grouping: routes, by: \.path.description)
        for (words, answer) in answers {
            let path = RouterPath(words)
            if let routes = known[path.description] { refuseOthers(than: routes.map(\.method), of: path, answer) }
        }
    }

    private func refuseOthers(
        than known: [HTTPRequest.Method], of path: RouterPath, _ answer: @escaping MethodRefusal
    ) {
        let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
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
