import Foundation

/// The bytes of a page as text, in the encoding that its header or its beginning names; UTF-8 where neither does.
struct PageText {
    let text: String

    init(_ bytes: [UInt8], contentType: String) {
        let beginning = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let name = Self.charset(in: String(contentType.prefix(1024))) ?? Self.charset(in: beginning)
        let encoding = name.flatMap { Self.encodings[$0] }
        text = encoding.flatMap { String(bytes: bytes, encoding: $0) } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The word behind `charset=`, in small letters.
    private static func charset(in text: String) -> String? {
        guard let match = text.lowercased().firstMatch(of: /charset\s*=\s*["']?([a-z0-9_-]+)/) else { return nil }
        return String(match.1)
    }

    /// The names that pages use for the encodings that they use (WHATWG, Encoding, 4.2); UTF-8 needs none.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "us-ascii": .windowsCP1252,
        "windows-1252": .windowsCP1252, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-2": .isoLatin2,
        "iso-8859-9": .windowsCP1254, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}
