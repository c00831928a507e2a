/// The format of a picture, detected from its first bytes.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp, heic

    /// `nil` for any other format.
    public init?(_ bytes: [UInt8]) {
        let found = Self.allCases.first { format in
            format.signatures.contains { at, signature in bytes.dropFirst(at).starts(with: signature) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The MIME type as registered with IANA.
    public var mimeType: String { "image/\(rawValue)" }

    /// The usual name of the format.
    public var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// The signatures and their offsets (ISO/IEC 15948, ITU-T T.81, GIF89a, RIFF, ISO/IEC 23008-12).
    private var signatures: [(Int, [UInt8])] {
        switch self {
        case .png: [(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]
        case .jpeg: [(0, [0xFF, 0xD8, 0xFF])]
        case .gif: [(0, Array("GIF87a".utf8)), (0, Array("GIF89a".utf8))]
        case .webp: [(8, Array("WEBP".utf8))]
        case .heic: ["heic", "heix", "mif1"].map { (4, Array("ftyp\($0)".utf8)) }
        }
    }
}
