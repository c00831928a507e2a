import Foundation
import Hummingbird
import NIOCore

extension Response {
    /// Streams the decrypted bytes of a file, piece by piece.
    init(_ file: TranscriptFile, _ bytes: StoreReader) {
        let name = file.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        self.init(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream", .xContentTypeOptions: "nosniff",
                // RFC 6266, section 4: the name in UTF-8.
                .contentDisposition: "attachment; filename*=UTF-8''\(name)",
            ],
            body: ResponseBody(contentLength: file.size) { writer in
                var reader = bytes
                while let piece = try reader.next() { try await writer.write(ByteBuffer(bytes: piece)) }
                try await writer.finish(nil)
            })
    }
}
