public import ConversationRuntime
import Databases
public import Expressions
import Files
import Foundation

/// Figures for alarms.
public struct SQLFigures: FigureStore {
    let database: StoredData

    /// The number of dead letters.
    public func deadLetterCount() async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM dead_letters") ?? 0 }
    }

    public func handoverFigures() async throws -> HandoverFigures {
        try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT COUNT(*), MIN(with_person_since) FROM sessions WHERE with_person_since IS NOT NULL
                    """)
            return HandoverFigures(
                count: row?[0] ?? 0, oldest: (row?[1] as Int?).map { Moment(milliseconds: $0) })
        }
    }

    public func waitingDeskNotices() async throws -> Int {
        try await database.read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM calls WHERE action = ?", arguments: [DeskNotice.storedName]) ?? 0
        }
    }

    public var freeDisk: Int? { database.engine.freeDisk }

    public var lastBackup: Moment? { database.engine.lastBackup }
}
