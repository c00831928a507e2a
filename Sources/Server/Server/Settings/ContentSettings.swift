public import Expressions
public import MessageParts
public import SQLStorage

/// The settings for files: their size and types, the retention of customers' files, and automatic downloads in the web
/// chat.
public struct ContentSettings: Sendable {
    /// Where customers' files are.
    public var store = ContentPlace.folder
    /// In bytes.
    public var maxSize = 25_000_000
    /// The media types that the web chat accepts; `nil` accepts all.
    public var kinds: [String]?
    /// The files that the web chat downloads without being asked.
    public var automatic = DownloadRules(kinds: ["image/*", "text/plain"], size: 1_000_000)
    public var retention = TimeLength.days(30)
    /// Bytes of disk space that files leave free; `nil` for a tenth of the disk or 1 GB, whichever is less.
    public var reserve: Int?
    /// The maximum total size of all files in bytes; `nil` for as much as the disk holds.
    public var quota: Int?

    /// The upper bound of `maxSize` in bytes.
    static let most = 2_000_000_000

    /// The largest file, in bytes, that is sent to Apple or received from it (MSP REST API, attachments: 100 MB).
    var largestOfApple: Int { min(maxSize, 100_000_000) }

    /// The storage limits for customers' files.
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
