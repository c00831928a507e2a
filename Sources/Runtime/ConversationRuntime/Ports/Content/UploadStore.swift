public import Expressions
public import Foundation

/// Keeps files that customers send in pieces: what lies on the disk counts, whoever was interrupted.
public protocol UploadStore: ContentStore {
    /// Makes room for a file. One that was announced under the same id is given back as it is, and so is a finished one.
    ///
    /// - Parameter quota: bytes that files of its customer may have together.
    /// - Throws: `ContentError`, or what the database throws.
    func announce(_ upload: NewUpload, quota: Int) async throws -> Upload

    /// A file that is on its way; `nil` when there is none of this id, or it has arrived.
    func upload(_ id: String) async throws -> Upload?

    /// Writes pieces of a file, and gives back how many of its bytes lie here now.
    ///
    /// What lies here already is not written again. However it ends, bytes that have come are kept. A file has one writer:
    /// the newest takes over, and the one before writes nothing any more. Nobody writes to a file that is complete.
    /// - Parameter start: of the first piece in the file; at most what lies here.
    /// - Throws: `ContentError` when there is a gap, too much or no room, or another has taken over; and what `pieces` throws.
    func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to upload: Upload, at start: Int
    ) async throws -> Int where Pieces.Element == Data

    /// Keeps a file of which every byte lies here, from now on as any other.
    func complete(_ upload: Upload, at moment: Moment, until end: Moment) async throws -> StoredContent

    /// Forgets a file that is on its way.
    func giveUp(_ upload: Upload) async throws

    /// What is on its way in a conversation of the chat, the oldest first.
    func uploads(in chat: String, limit: Int) async throws -> [Upload]

    /// The files of a conversation of the chat, the newest first.
    func contents(in chat: String, limit: Int) async throws -> [StoredContent]

    /// Forgets files that never came whole, when their time is over. Returns how many.
    func forgetUploads(at moment: Moment, limit: Int) async throws -> Int

    /// Reads some of a file. What is sealed is checked piece by piece; the whole of an open file is not.
    func read(_ content: StoredContent, _ range: Range<Int>, _ take: (Data) async throws -> Void) async throws

    /// Seals a file that is kept open, because it turned out to be private.
    func seal(_ content: StoredContent) async throws -> StoredContent

    /// Notes how many bytes of a file, from its beginning, somebody has got. It never becomes less.
    ///
    /// - Parameter chat: the conversation whose messages keep it themselves; `nil` for files. The note goes when that goes.
    /// - Returns: whether it has become more.
    func noteDownload(of content: String, in chat: String?, by viewer: String, bytes: Int) async throws -> Bool

    /// Forgets what somebody has got of a file: they have let go of it.
    func forgetDownload(of content: String, by viewer: String) async throws

    /// How much of these files somebody has got; those of which they have asked for nothing are left out.
    func downloads(of contents: [String], by viewer: String) async throws -> [String: Int]
}

/// A file that is announced.
public struct NewUpload: Sendable, Hashable {
    public var content: NewContent
    /// Bytes that it will have.
    public var size: Int

    /// - Parameter content: expires when the upload is given up, unless it is whole by then.
    public init(_ content: NewContent, size: Int) {
        self.content = content
        self.size = size
    }
}

/// A file that is on its way.
public struct Upload: Sendable, Hashable {
    public var content: NewContent
    /// Bytes that it will have, and those that lie here.
    public var size: Int
    public var received: Int
    /// What it is called on our disk.
    public var file: String

    public var isWhole: Bool { received == size }

    public init(_ content: NewContent, size: Int, received: Int, file: String) {
        self.content = content
        self.size = size
        self.received = received
        self.file = file
    }
}
