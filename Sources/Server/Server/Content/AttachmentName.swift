import Foundation

extension String {
    /// The `Content-Disposition` value that saves a file under this name (RFC 6266; RFC 8187 for characters outside
    /// ASCII).
    var asAttachment: String {
        let plain = String(String.UnicodeScalarView(unicodeScalars.map { $0.isPlain ? $0 : "_" }))
        var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        unreserved.insert(charactersIn: "-._~")
        let encoded = addingPercentEncoding(withAllowedCharacters: unreserved) ?? plain
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

extension Unicode.Scalar {
    /// Whether the character may appear between quotes in a header.
    fileprivate var isPlain: Bool { value >= 0x20 && value < 0x7F && self != "\"" && self != "\\" && self != "%" }
}
