public import Expressions
public import MessageParts

/// How large files may be and of which kinds, how long those of customers are kept, and what the web chat fetches by itself.
public struct ContentSettings: Sendable {
    /// Bytes.
    public var maxSize = 25_000_000
    /// The kinds that are taken in the web chat; `nil` takes all.
    public var kinds: [String]?
    /// What the web chat fetches without being asked for.
    public var automatic = DownloadRules(kinds: ["image/*", "text/plain"], size: 1_000_000)
    public var retention = TimeLength.days(30)
    /// Bytes of the disk that files of the web chat leave free.
    public var reserve = 1_000_000_000

    /// Bytes of the largest file of all.
    static let most = 2_000_000_000

    /// Bytes of the largest file that is sent to Apple or comes from there (MSP REST API, attachments: 100 MB).
    var largestOfApple: Int { min(maxSize, 100_000_000) }

    public init() {}
}
