import Foundation
import GRDB

@testable import SQLiteStorage

/// The faults of a run.
struct Plan: Sendable {
    var seed: UInt64
    /// The process dies immediately before this change of the disk or of the world, counted over all processes.
    var crash: Int?
    var survival = Survival.killed
    /// Whether the next process dies as well, soon after its start.
    var crashesAgain = false
    /// Whether processes die, and disks fail, at random.
    var crashesByChance = false
    var trouble: Trouble?
}

/// The result of a run.
struct Ending: Sendable {
    /// The promises that were broken.
    var broken: [String]
    var transcript: [String]
    /// The kind of each change.
    var kinds: [Disk.Kind]
    var crashes: Int
    var failures: Int
    var locks: Int
    var readings: Int
    /// The next random numbers of the world and of the run, which show whether a run has drawn more or fewer numbers.
    var next: [UInt64] = []
    /// The log lines.
    var log: [String] = []
}

/// An empty database, created once.
enum Template {
    /// Copies it to a folder.
    static func copy(to place: URL) throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try bytes.get().write(to: place.appending(path: "usher.sqlite"))
    }

    /// The bytes of a file that a server has opened and closed.
    private static let bytes: Result<Data, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-chaos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "usher.sqlite").path
        let database = try SQLiteDatabase(path: path)
        try database.pool.close()
        return try Data(contentsOf: URL(filePath: path))
    }
}
