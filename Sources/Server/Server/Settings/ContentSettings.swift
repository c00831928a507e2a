public import Expressions
public import MessageParts
public import SQLiteStorage

/// How large files may be and of which kinds, how long those of customers are kept, and what the web chat fetches by itself.
public struct ContentSettings: Sendable {
    /// Bytes.
    public var maxSize = 25_000_000
    /// The kinds that are taken in the web chat; `nil` takes all.
    public var kinds: [String]?
    /// What the web chat fetches without being asked for.
    public var automatic = DownloadRules(kinds: ["image/*", "text/plain"], size: 1_000_000)
    public var retention = TimeLength.days(30)
    /// Bytes of the disk that files leave free; `nil` for a tenth of it or 1 GB, whichever is less.
    public var reserve: Int?
    /// Bytes that all files may have together; `nil` for as many as the disk takes.
    public var quota: Int?

    /// Bytes of the largest file of all.
    static let most = 2_000_000_000

    /// Bytes of the largest file that is sent to Apple or comes from there (MSP REST API, attachments: 100 MB).
    var largestOfApple: Int { min(maxSize, 100_000_000) }

    /// The room that files of customers may take.
    public var limits: ContentLimits {
        var limits = ContentLimits()
        limits.freeSpace = reserve
        limits.total = quota
        // Two of the largest files always fit into a conversation.
        limits.conversation = max(limits.conversation, 2 * maxSize)
        return limits
    }

    public init() {}
}
