public import Expressions

/// How much the attachment store takes, and for how long.
public struct StorageLimits: Sendable, Hashable {
    /// The most bytes of one file. (Apple, MSP REST API, Sending Messages with Attachments: 100 MB.)
    public var fileSize = 100 << 20
    /// The most bytes on the disk of all files together; what exceeds it is refused with 507.
    public var total = 2 << 30
    /// How long a file can be fetched, by the simulator's clock. (Apple, ibid.: 30 days.)
    public var life = TimeLength.days(30)
    /// How long the large reply of a customer can be fetched and decoded. Apple says only that it has to be processed at
    /// once.
    public var replyLife = TimeLength.minutes(5)
    /// How long an address for one upload or download can be used.
    public var addressLife = TimeLength.minutes(10)

    public init() {}
}
