import Channels
import ConversationRuntime
import Foundation
import HTTPTypes
import Hummingbird

/// `GET /admin/api/content/{id}`: a file that a customer has sent, for people and for programs of the business.
///
/// What customers send is never shown by a browser as if it were ours: it is saved, and its type is not guessed.
struct ContentRoute: Sendable {
    let content: any ContentStore
    let clock: any WallClock
    let token: OperatorToken

    func handle(_ request: Request, _ id: String?) async throws -> Response {
        if let refusal = token.refusal(of: request) { return refusal }
        guard let id = id.map({ $0.removingPercentEncoding ?? $0 }), let file = try await content.content(id),
            file.content.expiresAt > clock.now
        else { return .refusal(.notFound, "there is no file of this id, or no longer") }
        return Response(
            status: .ok, headers: headers(of: file),
            body: ResponseBody(contentLength: file.size) { writer in
                try await content.read(file) { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            })
    }

    private func headers(of file: StoredContent) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: file.content.kind.mediaType ?? "application/octet-stream",
            .contentDisposition: file.content.name.asAttachment,
            .xContentTypeOptions: "nosniff",
            .cacheControl: "private, no-store",
        ]
        headers[.contentSecurityPolicy] = "sandbox"
        return headers
    }
}

extension String {
    /// Itself, if it is a media type as a header may hold it (RFC 9110, 8.3.1); what comes with it is left out.
    fileprivate var mediaType: String? {
        let type = prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) in
            !part.isEmpty && part.utf8.allSatisfy { Self.tokenCharacters.contains($0) }
        }
        return parts.count == 2 && parts.allSatisfy(isToken) ? type : nil
    }

    private static let tokenCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$&^_.+-".utf8)

    /// A file to be saved under this name (RFC 6266; RFC 8187 for what is not ASCII).
    fileprivate var asAttachment: String {
        let plain = String(String.UnicodeScalarView(unicodeScalars.map { $0.isPlain ? $0 : "_" }))
        var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        unreserved.insert(charactersIn: "-._~")
        let encoded = addingPercentEncoding(withAllowedCharacters: unreserved) ?? plain
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

extension Unicode.Scalar {
    /// Whether it may stand between quotes in a header.
    fileprivate var isPlain: Bool { value >= 0x20 && value < 0x7F && self != "\"" && self != "\\" && self != "%" }
}
