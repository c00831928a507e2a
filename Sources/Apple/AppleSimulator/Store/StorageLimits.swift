public import Expressions

/// The size and retention limits of the attachment store.
public struct StorageLimits: Sendable, Hashable {
    /// The maximum size of one file in bytes. (Apple, MSP REST API, Sending Messages with Attachments: 100 MB.)
    public var fileSize = 100 << 20
    /// The maximum size of all files on disk together, in bytes; a file that exceeds it is refused with 507.
    public var total = 2 << 30
    /// How long a file can be fetched, by the simulator's clock. (Apple, ibid.: 30 days.)
    public var life = TimeLength.days(30)
    /// How long a customer's large reply can be fetched and decoded. Apple says only that it must be processed at once.
    public var replyLife = TimeLength.minutes(5)
    /// How long an address for one upload or download can be used.
    public var addressLife = TimeLength.minutes(10)

    public init() {}
}
