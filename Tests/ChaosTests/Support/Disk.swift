import FaultyDisk
import Foundation

/// The disk of one process: a folder in which SQLite's files are, which fails when a test wants it to.
///
/// Unchecked, since all that changes lies in C, behind a mutex of its own.
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

    /// How many changes of the disk and of the world there have been.
    var moments: Int { Int(disk_moments(disk)) }
    /// Whether the process has died.
    var isDown: Bool { disk_is_down(disk) != 0 }
    /// How many attempts have failed because of trouble.
    var failures: Int { Int(disk_failures(disk)) }

    /// What happened at each moment.
    var kinds: [Kind] { (0..<moments).map { Kind(rawValue: disk_kind(disk, Int64($0 + 1))) ?? .world } }

    enum Kind: CChar {
        case write = 119
        case sync = 115
        case truncate = 116
        case delete = 100
        /// Something was done to the world.
        case world = 42

        var letter: String { String(UnicodeScalar(UInt8(rawValue))) }
    }

    /// The world is about to be changed. Returns whether the process still lives to do it.
    func touchWorld() -> Bool { disk_moment(disk, Kind.world.rawValue) != 0 }

    /// The process dies right before so many moments have passed.
    func crash(at moment: Int) { disk_crash_at(disk, Int64(moment)) }

    /// The process dies with its next change.
    func crashNow() { crash(at: moments + 1) }

    /// While it is held, transactions wait at their first lock.
    func hold(_ isHeld: Bool) { disk_hold(disk, isHeld ? 1 : 0) }

    /// From here on it fails no more.
    func mend() {
        crash(at: 0)
        disk_trouble_from(disk, disk_well, 0, 0)
    }

    func fail(_ trouble: Trouble) {
        disk_trouble_from(disk, trouble.kind.own, Int64(trouble.first), Int64(trouble.count))
    }

    /// How many locks to write have been taken, or parts of files been read.
    func attempts(_ kind: Trouble.Kind) -> Int { Int(disk_attempts(disk, kind.own)) }

    /// Makes of another folder what a crash now leaves.
    func leave(in folder: URL, _ survival: Survival, seed: UInt64) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let kind = disk_survival(rawValue: UInt32(Survival.allCases.firstIndex(of: survival) ?? 0))
        guard disk_survivors(disk, folder.path, kind, seed) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// What survives a crash.
enum Survival: String, CaseIterable, Sendable {
    /// The process was killed, perhaps in the middle of a write.
    case killed
    /// The power went: what was not synced is gone, is there up to some point, or is there in parts.
    case lost, torn, scattered
}

/// What goes wrong without a crash.
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
    /// The moment, or the number of the lock or the reading, from which on it happens, and how often.
    var first: Int
    var count: Int
}
