import Foundation

/// The signatures with which files of common types begin. They distinguish a file from the result of decrypting with a
/// wrong key: counter mode itself never fails.
enum FileSignatures {
    /// Whether these first bytes can be those of a file of this MIME type.
    ///
    /// Devices sometimes declare the wrong type for a photo, so any known signature is accepted; a wrong key produces
    /// none.
    static func fit(_ bytes: Data, kind: String) -> Bool {
        guard recognisable.contains(type(of: kind)), !bytes.isEmpty else { return true }
        return beginnings.contains { $0.matches(bytes) }
    }

    /// Returns the MIME type without its parameters.
    private static func type(of kind: String) -> String {
        kind.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    private struct Beginning {
        let bytes: [UInt8]
        var offset = 0

        func matches(_ data: Data) -> Bool { data.dropFirst(offset).starts(with: bytes) }
    }

    /// The types whose files always begin with one of the signatures below.
    private static let recognisable: Set<String> = [
        "image/png", "image/jpeg", "image/jpg", "image/gif", "image/heic", "image/heif", "image/heic-sequence",
        "image/webp", "image/tiff", "image/avif", "application/pdf", "application/gzip", "application/zip",
        "video/mp4", "video/quicktime", "audio/mp4", "audio/x-m4a", "audio/x-caf", "audio/wav", "audio/x-wav",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.apple.pkpass", "model/vnd.usdz+zip",
    ]

    private static let beginnings: [Beginning] =
        [
            Beginning(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),  // PNG
            Beginning(bytes: [0xFF, 0xD8, 0xFF]),  // JPEG
            Beginning(bytes: [0x1F, 0x8B]),  // gzip
            Beginning(bytes: [0x49, 0x49, 0x2A, 0x00]), Beginning(bytes: [0x4D, 0x4D, 0x00, 0x2A]),  // TIFF
            Beginning(bytes: Array("PK".utf8)),  // zip and what is built on it
        ]
        + ["GIF8", "%PDF-", "RIFF", "caff"].map { Beginning(bytes: Array($0.utf8)) }
        // Boxes of ISO media files: the first four bytes are a length. QuickTime files may begin with any of these.
        + ["ftyp", "moov", "mdat", "wide", "free", "skip"].map { Beginning(bytes: Array($0.utf8), offset: 4) }
}
