import ConversationRuntime
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// Many simultaneous reads, as when a thousand browsers are notified at once.
@Suite struct ReadingTests {
    @Test(.timeLimit(.minutes(10))) func `two thousand who read at once are all served, and a writer between them`()
        async throws
    {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
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
}
