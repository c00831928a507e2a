import FaultyDisk
import Foundation

/// The disk of one process: a folder for SQLite's files, which fails on demand.
///
/// Unchecked, because all mutable state is in C, protected by its own mutex.
final class Disk: @unchecked Sendable {
    let folder: URL
    private let disk: OpaquePointer

    var database: String { folder.appending(path: "usher.sqlite").path }

    /// A disk with the files of a folder.
    init(_ folder: URL) {
        self.folder = folder
        disk = disk_make(folder.path)
    }

    deinit { disk_release(disk) }

    /// The number of changes so far, to the disk and to the world.
    var moments: Int { Int(disk_moments(disk)) }
    /// Whether the process has died.
    var isDown: Bool { disk_is_down(disk) != 0 }
    /// The number of attempts that have failed because of an injected fault.
    var failures: Int { Int(disk_failures(disk)) }

    /// The kind of each change.
    var kinds: [Kind] { (0..<moments).map { Kind(rawValue: disk_kind(disk, Int64($0 + 1))) ?? .world } }

    enum Kind: CChar {
        case write = 119
        case sync = 115
        case truncate = 116
        case delete = 100
        /// A change of the world.
        case world = 42

        var letter: String { String(UnicodeScalar(UInt8(rawValue))) }
    }

    /// Announces a change of the world. Returns whether the process is still alive to make it.
    func touchWorld() -> Bool { disk_moment(disk, Kind.world.rawValue) != 0 }

    /// Makes the process die immediately before the change with this number.
    func crash(at moment: Int) { disk_crash_at(disk, Int64(moment)) }

    /// Makes the process die at its next change.
    func crashNow() { crash(at: moments + 1) }

    /// Makes the process die at once. A database that is closed afterwards, whenever its last user ends, then changes and
    /// reads nothing, as after a real death.
    func die() { disk_die(disk) }

    /// While the disk is held, transactions wait at their first lock.
    func hold(_ isHeld: Bool) { disk_hold(disk, isHeld ? 1 : 0) }

    /// Ends all faults.
    func mend() {
        crash(at: 0)
        disk_trouble_from(disk, disk_well, 0, 0)
    }

    func fail(_ trouble: Trouble) {
        disk_trouble_from(disk, trouble.kind.own, Int64(trouble.first), Int64(trouble.count))
    }

    /// The number of write locks taken, or of file reads.
    func attempts(_ kind: Trouble.Kind) -> Int { Int(disk_attempts(disk, kind.own)) }

    /// Writes to another folder what a crash at this point leaves.
    func leave(in folder: URL, _ survival: Survival, seed: UInt64) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let kind = disk_survival(rawValue: UInt32(Survival.allCases.firstIndex(of: survival) ?? 0))
        guard disk_survivors(disk, folder.path, kind, seed) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// What survives a crash.
enum Survival: String, CaseIterable, Sendable {
    /// The process was killed, possibly in the middle of a write.
    case killed
    /// The power failed: unsynced data is lost, present up to some point, or present in parts.
    case lost, torn, scattered
}

/// A fault without a crash.
struct Trouble: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case full, failing, locked, unreadable

        fileprivate var own: disk_trouble {
            switch self {
            case .full: disk_full
            case .failing: disk_failing
            case .locked: disk_locked
            case .unreadable: disk_unreadable
            }
        }
    }

    var kind: Kind
    /// The number of the change, lock or read at which the fault begins, and how often it occurs.
    var first: Int
    var count: Int
}
