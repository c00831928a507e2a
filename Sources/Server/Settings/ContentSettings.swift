public import Expressions

/// How large files may be, and how long those of customers are kept.
public struct ContentSettings: Sendable {
    /// Bytes.
    public var maxSize = 25_000_000
    public var retention = TimeLength.days(30)

    /// Bytes of the largest file that Apple takes (MSP REST API, attachments: 100 MB).
    static let most = 100_000_000

    public init() {}
}
