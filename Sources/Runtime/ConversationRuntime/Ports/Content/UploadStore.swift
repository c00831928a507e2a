public import Expressions
public import Foundation

/// Stores files that customers upload in pieces: after an interruption on either side, the bytes on disk are what
/// counts.
public protocol UploadStore: ContentStore {
    /// Reserves space for a file. One already announced under the same id is returned unchanged, and so is a completed
    /// one.
    ///
    /// - Parameter quota: the maximum total size of the customer's files, in bytes.
    /// - Throws: `ContentError`, or what the database throws.
    func announce(_ upload: NewUpload, quota: Int) async throws -> Upload

    /// An upload in progress; `nil` when there is none with this id, or it is complete.
    func upload(_ id: String) async throws -> Upload?

    /// Writes pieces of a file and returns the number of its bytes now stored.
    ///
    /// Bytes that are already stored are compared, and not written again. However it ends, received bytes are kept. A file has one
    /// writer: the newest takes over, and the previous one writes nothing more. A completed file is never written to.
    /// - Parameter start: the offset of the first piece; at most the number of stored bytes.
    /// - Throws: `ContentError` when there is a gap, other bytes than before, too much data or no space, or another writer has taken over; and
    ///   what `pieces` throws.
    func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to upload: Upload, at start: Int
    ) async throws -> Int where Pieces.Element == Data

    /// Turns an upload whose bytes are all stored into a regular stored file.
    func complete(_ upload: Upload, at moment: Moment, until end: Moment) async throws -> StoredContent

    /// Deletes an upload in progress.
    func giveUp(_ upload: Upload) async throws

    /// The uploads in progress in a chat conversation, oldest first.
    func uploads(in chat: String, limit: Int) async throws -> [Upload]

    /// The files of a chat conversation, newest first.
    func contents(in chat: String, limit: Int) async throws -> [StoredContent]

    /// Deletes expired uploads that were never completed. Returns the number deleted.
    func forgetUploads(at moment: Moment, limit: Int) async throws -> Int

    /// Reads a range of a file. A sealed file is verified piece by piece; an unsealed one is not verified as a whole.
    func read(_ content: StoredContent, _ range: Range<Int>, _ take: (Data) async throws -> Void) async throws

    /// Seals a file that was stored unsealed, because it turned out to be private.
    func seal(_ content: StoredContent) async throws -> StoredContent

    /// Records how many bytes of a file, from its beginning, a viewer has downloaded. The number never decreases.
    ///
    /// - Parameter chat: the conversation whose messages contain the content themselves; `nil` for files. The record is
    ///   deleted with it.
    /// - Returns: whether the number increased.
    func noteDownload(of content: String, in chat: String?, by viewer: String, bytes: Int) async throws -> Bool

    /// Deletes the record of a viewer's download: the viewer has deleted its copy.
    func forgetDownload(of content: String, by viewer: String) async throws

    /// How many bytes of these files a viewer has downloaded; files it has requested nothing of are omitted.
    func downloads(of contents: [String], by viewer: String) async throws -> [String: Int]
}

/// An announced file.
public struct NewUpload: Sendable, Hashable {
    public var content: NewContent
    /// The final size in bytes.
    public var size: Int

    /// - Parameter content: its expiry is when the upload is abandoned, unless it is complete by then.
    public init(_ content: NewContent, size: Int) {
        self.content = content
        self.size = size
    }
}

/// An upload in progress.
public struct Upload: Sendable, Hashable {
    public var content: NewContent
    /// The final size, and the bytes received, in bytes.
    public var size: Int
    public var received: Int
    /// Its file name on our disk.
    public var file: String

    public var isWhole: Bool { received == size }

    public init(_ content: NewContent, size: Int, received: Int, file: String) {
        self.content = content
        self.size = size
        self.received = received
        self.file = file
    }
}
