import ConversationRuntime
public import Files
import ServerMetrics

/// The space limits of customers' files. The store checks them for every caller before it stores any bytes: a disk full
/// of files would have no space for messages.
public struct ContentLimits: Sendable {
    /// Bytes that must stay free on the disk; `nil` for a tenth of the disk or 1 GB, whichever is less.
    public var freeSpace: Int?
    /// The maximum total size of the files of one conversation in bytes, uploads in progress included.
    public var conversation = 200_000_000
    /// The maximum total size of all files in bytes, uploads in progress included; `nil` for as many as fit on the
    /// disk.
    public var total: Int?
    /// Measures the disk of a folder; returns `nil` when that is not possible.
    public var disk: @Sendable (_ folder: String) -> DiskSpace?

    public init(disk: @escaping @Sendable (_ folder: String) -> DiskSpace? = { DiskSpace(at: $0) }) {
        self.disk = disk
    }

    /// The upper limit of the free space required by default.
    static let standardFreeSpace = 1_000_000_000

    /// Checks that the disk of a folder has space for another `bytes` bytes.
    func check(_ bytes: Int, in folder: String) throws(ContentError) {
        guard let disk = disk(folder) else { return }
        let reserve = freeSpace ?? min(disk.size / 10, Self.standardFreeSpace)
        guard disk.free >= reserve, disk.free - reserve >= bytes else { throw .noDiskSpace }
    }
}

/// The limit that a refused file exceeded, as a metric label.
package enum RefusedContent: String, MetricLabel {
    case disk
    case total
    case conversation
    case customer

    /// `nil` when the error is not about space.
    init?(_ error: ContentError) {
        switch error {
        case .noDiskSpace: self = .disk
        case .totalReached: self = .total
        case .conversationFull: self = .conversation
        case .noRoom: self = .customer
        case .taken, .noConversation, .noKey, .damaged, .gap, .differs, .tooLong, .superseded, .disk: return nil
        }
    }
}
