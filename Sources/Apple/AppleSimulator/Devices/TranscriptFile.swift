/// A file of a message as a device knows it: its properties, while the bytes stay in the attachment store.
public struct TranscriptFile: Sendable {
    public let name: String
    public let mimeType: String
    /// The size in bytes.
    public let size: Int
    /// The hash of the decrypted bytes, hexadecimal.
    public let sha256: String
    /// The first decrypted bytes, at most 16.
    public let beginning: [UInt8]
    /// Why the device cannot open it; `nil` when it can.
    public let problem: String?

    let url: String
    let key: FileKey

    init(
        name: String, mimeType: String, facts: FileFacts, problem: String? = nil, url: String, key: FileKey
    ) {
        self.name = name
        self.mimeType = mimeType
        size = facts.size
        sha256 = facts.sha256
        beginning = facts.beginning
        self.problem = problem
        self.url = url
        self.key = key
    }
}

extension TranscriptFile {
    /// Fetches and decrypts a file that a business has sent, as every device of the customer does.
    init(fetching attachment: Attachment, _ stored: StoredFile, from store: AttachmentStore) {
        let facts = try? store.inspect(stored, key: attachment.key)
        let problem: String? =
            if facts == nil {
                "the file could not be fetched"
            } else if attachment.signature != stored.signature {
                "the signature is not that of the file"
            } else if let facts, let kind = KnownBeginning.kind(of: attachment.mimeType), !kind.fits(facts.beginning) {
                "this is not \(attachment.mimeType) once it is decrypted; the key may be wrong"
            } else {
                nil
            }
        self.init(
            name: attachment.name, mimeType: attachment.mimeType,
            facts: facts ?? FileFacts(size: 0, sha256: "", beginning: []), problem: problem, url: attachment.url,
            key: attachment.key)
    }
}

/// The signatures with which files of a type begin. They reveal a wrong key.
struct KnownBeginning {
    private let beginnings: [[UInt8]]

    func fits(_ bytes: [UInt8]) -> Bool { beginnings.contains { bytes.starts(with: $0) } }

    /// Returns `nil` for types without a signature.
    static func kind(of mimeType: String) -> KnownBeginning? {
        switch mimeType.lowercased() {
        case "image/png": KnownBeginning(beginnings: [[0x89, 0x50, 0x4E, 0x47]])
        case "image/jpeg": KnownBeginning(beginnings: [[0xFF, 0xD8, 0xFF]])
        case "image/gif": KnownBeginning(beginnings: [Array("GIF8".utf8)])
        case "application/pdf": KnownBeginning(beginnings: [Array("%PDF".utf8)])
        case "application/zip": KnownBeginning(beginnings: [[0x50, 0x4B]])
        default: nil
        }
    }
}
