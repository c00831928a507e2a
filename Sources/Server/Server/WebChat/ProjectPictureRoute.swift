import Files
import Foundation
import HTTPTypes
import Hummingbird

/// `GET /chat/images/…`: the pictures of the project's `Flows/images`, which messages of the bot show to anyone. Other
/// files in that folder are content of the messages that offer them for download.
struct ProjectPictureRoute: Sendable {
    let pictures: Pictures

    private static let kinds = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml",
    ]
    private static let pieceLength = 65_536

    func handle(_ path: [Substring]) -> Response {
        let name = path.map { String($0).removingPercentEncoding ?? String($0) }.joined(separator: "/")
        guard let kind = Self.kinds[name.split(separator: ".").last?.lowercased() ?? ""],
            let file = pictures.path(of: name), let size = try? FilePieces(of: file).size
        else {
            return .refusal(.notFound, "there is no such picture")
        }
        var headers: HTTPFields = [
            .contentType: kind, .contentLength: String(size), .cacheControl: "public, max-age=300",
            .xContentTypeOptions: "nosniff",
        ]
        // An SVG is a document that could run scripts.
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return Response(
            status: .ok, headers: headers,
            body: .pieces(length: size) { take in
                var pieces = try FilePieces(of: file, length: Self.pieceLength)
                while let piece = try pieces.next() { try await take(piece) }
            })
    }
}
