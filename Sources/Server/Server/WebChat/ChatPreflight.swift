import HTTPTypes
import Hummingbird

/// Answers the preflight requests that browsers send before a page of another site may use the chat (Fetch Standard,
/// CORS-preflight request).
struct ChatPreflight: RouterMiddleware {
    let gate: ChatGate

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.uri.path.hasPrefix("/chat/api/") else {
            return try await next(request, context)
        }
        let headers = gate.sharing(with: request)
        return Response(status: headers.isEmpty ? .forbidden : .noContent, headers: headers)
    }
}
