import JSON

/// The bytes of an image as base64 (RFC 4648, section 4), validated without decoding them.
struct Base64Image: Sendable, Equatable {
    let text: String
    /// The size of the decoded image in bytes.
    let size: Int

    /// - Parameters:
    ///   - png: whether the bytes must begin with the PNG signature.
    ///   - limit: the maximum decoded size in bytes.
    init(checking value: JSONValue, png: Bool, limit: Int?) throws(ValidationError) {
        text = try value.text(limit: nil, mayBeEmpty: false)
        guard let size = Self.unpackedSize(of: text.utf8) else {
            throw ValidationError(
                "this is not base64; write the file's bytes as base64 alone, without a `data:` prefix")
        }
        guard !png || text.hasPrefix(Self.signatureOfPNG) else {
            throw ValidationError("this is not a PNG image, and only PNG is taken")
        }
        if let limit, size > limit {
            throw ValidationError("\(size) bytes are too many for an image; \(limit) are allowed")
        }
        self.size = size
    }

    /// The eight bytes that begin every PNG file, and the first bits of the chunk length after them, in base64.
    private static let signatureOfPNG = "iVBORw0KGgo"

    /// Returns `nil` when `text` is not base64 with its padding.
    private static func unpackedSize(of text: String.UTF8View) -> Int? {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard text.count % 4 == 0, padding <= 2, text.dropLast(padding).allSatisfy(isLetter) else { return nil }
        return text.count / 4 * 3 - padding
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
