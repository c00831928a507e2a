import ConversationRuntime
import Databases
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// Many simultaneous reads, as when a thousand browsers are notified at once.
@Suite struct ReadingTests {
    @Test(.timeLimit(.minutes(10)), arguments: DatabaseKind.allCases)
    func `two thousand who read at once are all served, and a writer between them`(kind: DatabaseKind)
        async throws
    {
        try await kind.run { database in
            try await database.sessions.keep(record())
            let found = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<2_000 {
                    group.addTask { try await database.sessions.session(of: .ana)?.revision }
                    if number == 1_000 {
                        group.addTask {
                            try await database.sessions.keep(record(.ben))
                            return 1
                        }
                    }
                }
                return try await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(found.count == 2_001 && found.allSatisfy { $0 == 1 })
        }
    }

    @Test func `a cancelled read ends with its next statement`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let task = Task {
                await #expect(throws: CancellationError.self) {
                    try await database.read { db in
                        let numbers = try Int.fetchAll(db, sql: "SELECT 1")
                        withUnsafeCurrentTask { $0?.cancel() }
                        return try numbers + Int.fetchAll(db, sql: "SELECT 2")
                    }
                }
            }
            _ = await task.value
        }
    }
}
