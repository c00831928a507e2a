public import ConversationRuntime
import Databases
public import Files
import Foundation
import GRDB

extension SQLiteDatabase: HealthStore {
    /// The free space below which the disk counts as full: the log of a busy server grows by some megabytes before it
    /// is reused.
    static let leastFree = 10_000_000

    /// Writes what an arrival writes and deletes it again, so that a page reaches the disk.
    public func probe() async throws {
        try file?.check()
        if let damage = file?.damage { throw StoreTrouble.damaged("the database \(pool.path) is damaged: \(damage)") }
        if let lack = Self.lackOfRoom(at: pool.path, free: freeSpace) { throw StoreTrouble.full(lack) }
        try await perform { db in
            for sql in [
                "INSERT INTO arrivals (id, channel, received_at, outcome) VALUES ('probe', '', 0, '') ON CONFLICT DO NOTHING",
                "DELETE FROM arrivals WHERE id = 'probe' AND channel = ''",
            ] { try db.cachedStatement(sql: sql).execute() }
        }
        _ = try await read { try Int.fetchOne(try $0.cachedStatement(sql: "SELECT MIN(due) FROM timers")) }
    }

    /// Checks the file on a separate connection, so that no other work is blocked and no page comes from a cache.
    public func damage() async throws -> String? {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(Self.patience))
        let queue = try DatabaseQueue(path: pool.path, configuration: configuration)
        return try await withTaskCancellationHandler {
            do {
                let found = try await queue.read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
                return found == ["ok"] ? nil : found.joined(separator: "; ")
            } catch let error as DatabaseError where error.isDamage {
                return error.message ?? "\(error.resultCode)"
            }
        } onCancel: {
            queue.interrupt()
        }
    }

    /// The error when the disk of a database has too little free space; `nil` when it has enough, or the system does
    /// not report it.
    ///
    /// - Parameter free: returns the free bytes of a folder.
    public static func lackOfRoom(
        at path: String, free: (String) -> Int? = { DiskSpace(at: $0)?.free }
    ) -> String? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard let bytes = free(folder), bytes < leastFree else { return nil }
        return
            "the disk is full: \(bytes / 1_000) KB are free in \(folder), at least \(leastFree / 1_000) KB are required"
    }

    /// Whether a database existed here that is missing now.
    public static func isMissing(_ path: String) -> Bool { CreationMarker(of: path).isAlone }
}

extension DatabaseError {
    /// Whether the file itself is damaged.
    var isDamage: Bool {
        let code = resultCode.primaryResultCode
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }
}
