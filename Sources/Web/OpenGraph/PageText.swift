import Foundation

/// The bytes of a page decoded as text, in the encoding given by its header or its first bytes; UTF-8 when neither
/// names one.
struct PageText {
    let text: String

    init(_ bytes: [UInt8], contentType: String) {
        let beginning = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let name = Self.charset(in: String(contentType.prefix(1024))) ?? Self.charset(in: beginning)
        let encoding = name.flatMap { Self.encodings[$0] }
        text = encoding.flatMap { String(bytes: bytes, encoding: $0) } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the value of `charset=`, in lower case.
    private static func charset(in text: String) -> String? {
        guard let match = text.lowercased().firstMatch(of: /charset\s*=\s*["']?([a-z0-9_-]+)/) else { return nil }
        return String(match.1)
    }

    /// The labels that pages use for their encodings (WHATWG, Encoding, 4.2); UTF-8 needs none.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "us-ascii": .windowsCP1252,
        "windows-1252": .windowsCP1252, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-2": .isoLatin2,
        "iso-8859-9": .windowsCP1254, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}
