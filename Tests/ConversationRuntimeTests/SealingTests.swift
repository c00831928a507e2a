import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import Logging
import MessageModel
import Synchronization
import Testing

@testable import SQLiteStorage

/// What is private lies sealed in the database, and nowhere else.
@Suite struct SealingTests {
    private static let flow = """
        steps:
          first:
            ask: Your plate?
            text: one line
            private: yes
            then: mood
          mood:
            set:
              customer.car: The car {first}
            say: Noted {first}.
            ask: How are you?
            text: one line
            then: nudge
          nudge:
            remind: in 2 days
            go: again
            then: bye
          bye:
            say: Bye, {first}.
            then: end
          again:
            say: Your {first} again.
            then: end
        """

    private static let facts = "customer:\n  car: text"
    private static let secret = "Nightingale-4711"

    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-sealing-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "usher.sqlite").path)
    }

    /// Whether words stand anywhere in the files of a database.
    private static func holds(_ words: String, beside path: String) throws -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent()
        return try #require(FileManager.default.subpaths(atPath: folder.path)).contains { name in
            let file = folder.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { return false }
            return try Data(contentsOf: file).range(of: Data(words.utf8)) != nil
        }
    }

    @Test func `the words are in no file and no log, and everything goes on after a restart`() async throws {
        try await Self.withFolder { path in
            let key = StorageKey.random()
            let clock = TurnableClock(standingAt: tenOClock)
            let log = LogLines()
            let store = try SQLiteSessionStore(path: path, isOwner: false, key: key)
            let engine = try engine(Self.flow, bot: Self.facts)
            let first = World(engine, store: store, clock: clock, logger: log.logger) { attempt, _ in
                attempt.customer == "ben" && attempt.text.contains("Noted") ? .giveUp("\(attempt.id) is refused") : nil
            }
            for customer in ["ana", "ben"] {
                try await first.say("hello", from: customer)
                try await first.say(Self.secret, from: customer)
            }
            // Waiting to be sent, and not yet.
            #expect(try await first.waiting().contains("Noted \(Self.secret)."))
            #expect(try !Self.holds(Self.secret, beside: path))
            #expect(try Self.holds("Your plate?", beside: path))
            try await first.run {
                await first.conversations.untilSent()
                await first.conversations.untilQuiet()
            }
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            #expect(letter.letter.content.text.contains(Self.secret))
            #expect(letter.letter.shownContent?.text.contains("Noted (first).") == true)
            try await first.say("fine")
            let second = World(
                engine, store: try SQLiteSessionStore(path: path, isOwner: false, key: key), clock: clock,
                logger: log.logger)
            try await second.run {
                await second.conversations.untilSent()
                #expect(second.channel.device(of: "ana").last == "Bye, \(Self.secret).")
                clock.turn(by: .days(2))
                await second.channel.watched.until { $0.attempts.contains { $0.text == "Your \(Self.secret) again." } }
                await second.conversations.untilSent()
            }
            let stored = try #require(try await second.store.session(of: .customer("ana")))
            #expect(stored.session.answers["first"] == .text(Self.secret))
            #expect(stored.session.shownAnswers["first"] == .text("(private)"))
            #expect(
                try await second.store.customer(of: .customer("ana"))?.facts["car"] == .text("The car \(Self.secret)"))
            let history = try await second.store.history(of: stored.id)
            let shown = try HistoryTranscript(history, named: "one").lines
            #expect(shown.contains("you: (first)") && shown.contains("bot: Bye, (first)."))
            #expect(!shown.joined().contains(Self.secret))
            try replay(history, engine)
            #expect(try !Self.holds(Self.secret, beside: path))
            #expect(!log.lines.isEmpty && !log.lines.contains { $0.contains(Self.secret) })
        }
    }

    private func replay(_ history: [HistoryEntry], _ engine: Engine) throws {
        var session: Session?
        for entry in history {
            let event = try Event(json: entry.event)
            guard case .turn(let turn) = try engine.advance(session, on: event) else { continue }
            #expect(turn.effects.map(\.json.text) == entry.effects.array?.map(\.text))
            session = turn.session
        }
    }

    @Test func `another key is told, and without one only what may be seen is read`() async throws {
        try await Self.withFolder { path in
            let engine = try engine(Self.flow, bot: Self.facts)
            do {
                let store = try SQLiteSessionStore(path: path, key: .random())
                let world = World(engine, store: store)
                try await world.say("hello")
                try await world.say(Self.secret)
            }
            #expect(throws: StorageError.wrongKey(path)) { try SQLiteSessionStore(path: path, key: .random()) }
            let store = try SQLiteSessionStore(path: path, isOwner: false)
            await #expect(throws: UnreadableSession.self) { try await store.session(of: .customer("ana")) }
            let session = try #require(try await store.sessions(named: "ana").first)
            let lines = try HistoryTranscript(try await store.history(of: session.id), named: "one").lines
            #expect(lines.contains("you: (first)"))
        }
    }

    @Test func `without a key nothing private is stored`() async throws {
        try await Self.withFolder { path in
            let store = try SQLiteSessionStore(path: path)
            let world = World(try engine(Self.flow, bot: Self.facts), store: store)
            try await world.say("hello")
            try await world.say(Self.secret)
            #expect(try !Self.holds(Self.secret, beside: path))
            let letter = try #require(try await store.deadLetters(limit: 9).first)
            #expect(letter.reason.contains("storage.key"))
            #expect(letter.content.text.contains("(first)"))
        }
    }
}

/// Every line that is logged, with its metadata.
private final class LogLines: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(lines: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.kept.withLock { $0.append("\(event.message) \(metadata) \(event.metadata ?? [:])") }
        }
    }
}
