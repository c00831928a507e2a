import Foundation
import GRDB

@testable import SQLiteStorage

/// What goes wrong in a run.
struct Plan: Sendable {
    var seed: UInt64
    /// The process dies right before this change of the disk or of the world, counted over all processes.
    var crash: Int?
    var survival = Survival.killed
    /// Whether the next one dies as well, soon after its start.
    var crashesAgain = false
    /// Whether processes die, and disks fail, by chance.
    var crashesByChance = false
    var trouble: Trouble?
}

/// How a run ended.
struct Ending: Sendable {
    /// The promises that were not kept.
    var broken: [String]
    var transcript: [String]
    /// What happened at each moment.
    var kinds: [Disk.Kind]
    var crashes: Int
    var failures: Int
    var locks: Int
    var readings: Int
    /// What chance would draw next, of the world and of the run: it shows whether anything was drawn more or less often.
    var next: [UInt64] = []
    /// What was logged.
    var log: [String] = []
}

/// An empty database, made once.
enum Template {
    /// Puts it into a folder.
    static func copy(to place: URL) throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try bytes.get().write(to: place.appending(path: "usher.sqlite"))
    }

    /// The bytes of a file that a server has opened and closed.
    private static let bytes: Result<Data, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-chaos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "usher.sqlite").path
        let store = try SQLiteSessionStore(path: path)
        try store.pool.close()
        return try Data(contentsOf: URL(filePath: path))
    }
}
