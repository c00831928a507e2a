import Expressions

/// A file in the attachment store: encrypted bytes on the disk, and what messages say of them.
struct StoredFile: Sendable {
    /// `mmcs-url`: names the file; nothing can be fetched there.
    let url: String
    /// `mmcs-owner`.
    let owner: String
    let business: BusinessID
    /// Bytes, which encrypting does not change.
    let size: Int
    let signature: [UInt8]
    let path: String
    let expires: Moment
    let content: Content

    enum Content: Sendable {
        /// What a business or a customer attaches to messages.
        case attachment
        /// The large answer of a customer, which only the business may read.
        case reply
        /// A bubble that a business sent and may send again by naming it, with the key that the store made for it.
        case bubble(FileKey, bid: String, title: String?, proof: String)
    }
}

extension StoredFile {
    /// What it takes of the disk: a small file needs a block too.
    var cost: Int { Self.cost(ofBytes: size) }

    static func cost(ofBytes size: Int) -> Int { max(size, 4096) }
}

/// Facts about the plain bytes of a file, by which it is known without keeping it.
struct FileFacts: Sendable, Equatable {
    let size: Int
    /// Hexadecimal.
    let sha256: String
    /// The first bytes, 16 at most.
    let beginning: [UInt8]
}
