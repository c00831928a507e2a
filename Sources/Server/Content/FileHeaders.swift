import Foundation
import HTTPTypes
import Hummingbird
import WebChat

extension HTTPFields {
    /// The headers under which a file of somebody goes out.
    ///
    /// What people send is never shown by a browser as if it were ours: it is saved, its type is not guessed, and opened by
    /// itself it runs nothing.
    static func file(named name: String, kind: String) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: kind.asMediaType ?? "application/octet-stream",
            .contentDisposition: name.asAttachment,
            .xContentTypeOptions: "nosniff",
        ]
        headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
        return headers
    }
}

extension String {
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
