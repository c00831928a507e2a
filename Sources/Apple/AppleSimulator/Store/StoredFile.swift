import Expressions

/// A file in the attachment store: encrypted bytes on disk, and the values that messages carry about them.
struct StoredFile: Sendable {
    /// `mmcs-url`: identifies the file; nothing can be fetched there.
    let url: String
    /// `mmcs-owner`.
    let owner: String
    let business: BusinessID
    /// The size in bytes, which encryption does not change.
    let size: Int
    let signature: [UInt8]
    let path: String
    let expires: Moment
    let content: Content

    enum Content: Sendable {
        /// A file that a business or a customer attaches to a message.
        case attachment
        /// A customer's large answer, which only the business may read.
        case reply
        /// A bubble that a business sent and may send again by a reference, with the key that the store generated for
        /// it.
        case bubble(FileKey, bid: String, title: String?, proof: String)
    }
}

extension StoredFile {
    /// The disk space that it uses: a small file takes a whole block.
    var cost: Int { Self.cost(ofBytes: size) }

    static func cost(ofBytes size: Int) -> Int { max(size, 4096) }
}

/// The properties of a file's decrypted bytes, which identify it without storing it.
struct FileFacts: Sendable, Equatable {
    let size: Int
    /// The hash in hexadecimal.
    let sha256: String
    /// The first bytes, at most 16.
    let beginning: [UInt8]
}
