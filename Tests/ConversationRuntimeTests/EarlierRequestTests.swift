import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import Testing

/// What an earlier version left to be done is done: a download and a notice to the agent desk are rows of the table of
/// calls, under names that no action can have.
@Suite struct EarlierRequestTests {
    private static let photo = """
        steps:
          first:
            ask: Show us.
            photo: one
            then: done
          done:
            say: Thank you for {first}, {first.size}.
            then: end
        """

    /// The inputs as rows contain them.
    private static let fetched =
        #"{"files":{"list":[{"record":{"file":{"file":{"id":"p-1","name":"bike.jpg","kind":"image/jpeg","size":5}},"#
        + #""source":{"text":"{\"url\":\"mmcs:1\"}"}}}]},"private":{"yes":false}}"#
    private static let handedOver =
        #"{"type":{"text":"handed-over"},"queue":{"text":"desk"},"at":{"text":"2026-03-02T09:00:00Z"}}"#
    private static let message =
        #"{"type":{"text":"message"},"text":{"text":"anyone?"},"at":{"text":"2026-03-02T09:00:00Z"}}"#

    @Test func `a download and notices that an earlier version left waiting are performed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-earlier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "usher.sqlite").path
        try await leave(in: try SQLiteDatabase(path: path))
        try await asEarlierVersion(path)

        let database = try SQLiteDatabase(path: path)
        #expect(try await database.figures.waitingDeskNotices() == 1)
        let outside = Outside()
        let clock = TurnableClock(standingAt: tenOClock)
        let channel = ScriptedChannel(clock: clock) { _, _ in nil }
        let conversations = try conversations(database, outside, channel, clock)
        let service = ConversationService(conversations, store: database.sessions, clock: clock, logger: World.silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            defer { group.cancelAll() }
            await outside.performed.wait { $0.count == 2 }
            await conversations.untilCalled()
            await conversations.untilSent()
            #expect(outside.performed.value.sorted() == ["@desk handed-over ben", "@fetch bike.jpg mmcs:1 ana"])
            #expect(channel.device(of: "ana").last == "Thank you for bike.jpg, 9.")
            #expect(try await database.sessions.calls(after: nil, limit: 9).isEmpty)

            let letter = try #require(try await database.operators.filedLetters(after: nil, limit: 9).first)
            #expect(
                try await Operations(
                    sessions: database.sessions, operators: database.operators, clock: clock
                ).retry(letter) == .queued)
            while try await !conversations.hasAppliedChanges(of: database.sessions) {
                clock.turn(by: .milliseconds(500))
                for _ in 0..<50 { await Task.yield() }
            }
            await outside.performed.wait { $0.count == 3 }
            #expect(outside.performed.value.last == "@desk message ben")
            await conversations.untilCalled()
        }
    }

    /// Leaves a download and a notice, which nothing performs.
    private func leave(in database: SQLiteDatabase) async throws {
        let clock = TurnableClock(standingAt: tenOClock)
        let conversations = try conversations(database, Outside(), ScriptedChannel(clock: clock) { _, _ in nil }, clock)
        for (customer, words) in [("ana", "hello"), ("ben", "hello"), ("ben", "help")] {
            _ = try await conversations.receive(
                arrival(.heard(.text(words)), from: customer, id: "\(customer)-\(words)"))
        }
        let file = HeardFile(
            FileReference(id: "p-1", name: "bike.jpg", kind: "image/jpeg", size: 5), source: ["url": "mmcs:1"])
        _ = try await conversations.receive(arrival(.heard(.files([file], text: "")), from: "ana", id: "photo"))
    }

    /// Expects the rows to have the form of the version before, and writes them and a dead letter anew as it did.
    private func asEarlierVersion(_ path: String) async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, session_id, action, inputs, cause, created_at FROM calls ORDER BY action")
            #expect(rows.map { $0[2] as String } == ["@desk", "@fetch"])
            #expect(rows.map { $0[3] as String } == [Self.handedOver, Self.fetched])
            try db.execute(sql: "DELETE FROM calls")
            for (row, inputs) in zip(rows, [Self.handedOver, Self.fetched]) {
                try db.execute(
                    sql: """
                        INSERT INTO calls (id, session_id, action, inputs, cause, created_at)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        row[0] as String, row[1] as Int, row[2] as String, inputs, row[4] as String?, row[5] as Int,
                    ])
            }
            try db.execute(
                sql: """
                    INSERT INTO dead_letters (kind, channel, customer, business, at, reason, content)
                    VALUES ('call', 'apple', 'ben', 'shop', ?, 'the agent desk has not taken the notice', ?)
                    """,
                arguments: [
                    tenOClock.milliseconds, #"{"desk_notice":"000000009-0-n","fields":"# + Self.message + "}",
                ])
        }
        try queue.close()
    }

    private func conversations(
        _ database: SQLiteDatabase, _ outside: Outside, _ channel: ScriptedChannel, _ clock: TurnableClock
    ) throws -> Conversations {
        Conversations(
            engine: Current(always: try engine(Self.photo)), store: database.sessions, channels: [channel],
            files: outside,
            desk: outside,
            clock: clock, logger: World.silent)
    }

    private func arrival(_ content: Arrival.Content, from customer: String, id: String) -> Arrival {
        Arrival(
            conversation: .customer(customer), id: id, at: tenOClock, content: content,
            capabilities: Capabilities(list: "QUICK,LIST,TIME"))
    }
}

/// Performs everything at once, and records it.
private final class Outside: FileFetcher, DeskNotifier {
    let performed = Watched([String]())

    func fetch(
        _ fetch: FileFetch, in conversation: ConversationKey, cause: String?
    ) async throws(FetchFailure) -> [FileReference] {
        let words = fetch.files.map { "\($0.file.name) \($0.source?["url"]?.string ?? "")" }.joined(separator: ", ")
        performed.change { $0.append("@fetch \(words) \(conversation.customer)") }
        return fetch.files.map { heard in
            var file = heard.file
            file.size = 9
            return file
        }
    }

    func notify(_ notice: DeskNotice, of conversation: ConversationKey) async throws(DeskFailure) {
        guard case .text(let type)? = notice.fields["type"] else { throw DeskFailure("no type") }
        performed.change { $0.append("@desk \(type) \(conversation.customer)") }
    }
}
