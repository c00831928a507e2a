import ConversationRuntime
public import Files
import Measurements

/// The room that files of customers may take. The store checks it for every caller, before it keeps their bytes: a disk that
/// is full of files has none for messages.
public struct ContentLimits: Sendable {
    /// Bytes that stay free on the disk; `nil` for a tenth of the disk or 1 GB, whichever is less.
    public var freeSpace: Int?
    /// Bytes that the files of one conversation may have together, those on their way included.
    public var conversation = 200_000_000
    /// Bytes that all files may have together, those on their way included; `nil` for as many as the disk takes.
    public var total: Int?
    /// Measures the disk on which a folder lies; `nil` when that is not known.
    public var disk: @Sendable (_ folder: String) -> DiskSpace?

    public init(disk: @escaping @Sendable (_ folder: String) -> DiskSpace? = { DiskSpace(at: $0) }) {
        self.disk = disk
    }

    /// The most that stays free unless a setting says otherwise.
    static let standardFreeSpace = 1_000_000_000

    /// Checks that a folder's disk takes so many bytes more.
    func check(_ bytes: Int, in folder: String) throws(ContentError) {
        guard let disk = disk(folder) else { return }
        let reserve = freeSpace ?? min(disk.size / 10, Self.standardFreeSpace)
        guard disk.free >= reserve, disk.free - reserve >= bytes else { throw .noDiskSpace }
    }
}

/// Why a file was not kept, as it is counted.
enum RefusedContent: String, MeasuredWay {
    case disk
    case total
    case conversation
    case customer

    /// `nil` when it was not for want of room.
    init?(_ error: ContentError) {
        switch error {
        case .noDiskSpace: self = .disk
        case .totalReached: self = .total
        case .conversationFull: self = .conversation
        case .noRoom: self = .customer
        case .taken, .noConversation, .noKey, .damaged, .gap, .tooLong, .superseded, .disk: return nil
        }
    }
}
