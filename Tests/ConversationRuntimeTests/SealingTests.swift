import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import Logging
import MessageModel
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Private data is in the database in sealed form, and nowhere else.
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

    /// Whether any file of a database contains these words.
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
            let database = try SQLiteDatabase(path: path, isOwner: false, key: key)
            let engine = try engine(Self.flow, bot: Self.facts)
            let first = World(engine, store: database.sessions, clock: clock, logger: log.logger) { attempt, _ in
                attempt.customer == "ben" && attempt.text.contains("Noted") ? .giveUp("\(attempt.id) is refused") : nil
            }
            for customer in ["ana", "ben"] {
                try await first.say("hello", from: customer)
                try await first.say(Self.secret, from: customer)
            }
            // Waiting to be sent.
            #expect(try await first.waiting().contains("Noted \(Self.secret)."))
            #expect(try !Self.holds(Self.secret, beside: path))
            #expect(try Self.holds("Your plate?", beside: path))
            try await first.run {
                await first.conversations.untilSent()
                await first.conversations.untilQuiet()
            }
            let letter = try #require(try await database.operators.filedLetters(after: nil, limit: 9).first)
            #expect(letter.letter.content.text.contains(Self.secret))
            #expect(letter.letter.shownContent?.text.contains("Noted (first).") == true)
            try await first.say("fine")
            let second = World(
                engine, store: try SQLiteDatabase(path: path, isOwner: false, key: key).sessions, clock: clock,
                logger: log.logger)
            try await second.run {
                await second.conversations.untilSent()
                #expect(second.channel.device(of: "ana").last == "Bye, \(Self.secret).")
                clock.turn(by: .days(2))
                await second.channel.watched.wait { $0.attempts.contains { $0.text == "Your \(Self.secret) again." } }
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
                let database = try SQLiteDatabase(path: path, key: .random())
                let world = World(engine, store: database.sessions)
                try await world.say("hello")
                try await world.say(Self.secret)
            }
            #expect(throws: StorageError.wrongKey(path)) { try SQLiteDatabase(path: path, key: .random()) }
            let database = try SQLiteDatabase(path: path, isOwner: false)
            await #expect(throws: UnreadableSession.self) { try await database.sessions.session(of: .customer("ana")) }
            let session = try #require(try await database.operators.sessions(named: "ana").first)
            let lines = try HistoryTranscript(try await database.sessions.history(of: session.id), named: "one").lines
            #expect(lines.contains("you: (first)"))
        }
    }

    @Test func `a new key takes the place of another, and in the end the old one opens nothing`() async throws {
        try await Self.withFolder { path in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            let engine = try engine(Self.flow, bot: Self.facts)
            do {
                let database = try SQLiteDatabase(path: path, key: old)
                let world = World(engine, store: database.sessions)
                for customer in ["ana", "ben"] {
                    try await world.say("hello", from: customer)
                    try await world.say(Self.secret, from: customer)
                }
                try await database.signIns.keep(
                    StoredTokens(access: Self.secret, refresh: nil, expiresAt: nil), of: "club", for: .customer("ana"))
                try await Self.keepFile(in: database)
            }
            do {
                let database = try SQLiteDatabase(path: path, key: new.replacing([old]))
                // In the middle of the change: all data can be opened, whichever key has sealed it.
                #expect(
                    try await database.sessions.session(of: .customer("ana"))?.session.answers["first"]
                        == .text(Self.secret))
                try await World(engine, store: database.sessions).say("fine", from: "ben")
                #expect(try await Self.file(in: database) == Self.secret)
                #expect(try #require(try await database.sealing.sealEverythingAnew()) >= 8)
                #expect(try await database.sealing.sealEverythingAnew() == nil)
                // Files sealed with the old key have been deleted.
                #expect(try FileManager.default.contentsOfDirectory(atPath: database.folder.path).count == 2)
            }
            #expect(throws: StorageError.wrongKey(path)) { try SQLiteDatabase(path: path, key: old) }
            let database = try SQLiteDatabase(path: path, key: new)
            #expect(try await database.signIns.tokens(of: "club", for: .customer("ana"))?.access == Self.secret)
            #expect(try await Self.file(in: database) == Self.secret)
            for customer in ["ana", "ben"] {
                let stored = try #require(try await database.sessions.session(of: .customer(customer)))
                #expect(stored.session.answers["first"] == .text(Self.secret))
                try replay(try await database.sessions.history(of: stored.id), engine)
            }
            #expect(
                try await database.sessions.customer(of: .customer("ben"))?.facts["car"]
                    == .text("The car \(Self.secret)"))
            #expect(try await Self.allOpens(in: database))
        }
    }

    @Test func `a change of keys that was cut off needs the old key, and goes on`() async throws {
        try await Self.withFolder { path in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            let engine = try engine(Self.flow, bot: Self.facts)
            do {
                let world = World(engine, store: try SQLiteDatabase(path: path, key: old).sessions)
                try await world.say("hello")
                try await world.say(Self.secret)
            }
            do { _ = try SQLiteDatabase(path: path, key: new.replacing([old])) }
            #expect(throws: StorageError.formerKeyMissing(path)) { try SQLiteDatabase(path: path, key: new) }
            // A process with only the old key would seal with it.
            #expect(throws: StorageError.wrongKey(path)) { try SQLiteDatabase(path: path, key: old) }
            let database = try SQLiteDatabase(path: path, key: new.replacing([old]))
            #expect(try #require(try await database.sealing.sealEverythingAnew()) > 0)
            #expect(try await Self.allOpens(in: try SQLiteDatabase(path: path, isOwner: false, key: new)))
        }
    }

    @Test func `an operator's command with both keys does not begin the change`() async throws {
        try await Self.withFolder { path in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            do { _ = try SQLiteDatabase(path: path, key: old) }
            do { _ = try SQLiteDatabase(path: path, isOwner: false, key: new.replacing([old])) }
            let database = try SQLiteDatabase(path: path, key: old)
            #expect(try await database.sealing.sealEverythingAnew() == nil)
        }
    }

    private static func keepFile(in database: SQLiteDatabase) async throws {
        let path = database.content.workFolder + "/new"
        try Data(secret.utf8).write(to: URL(filePath: path))
        let content = NewContent(
            id: "m-1", conversation: .customer("ana"), name: "plate.txt", kind: "text/plain",
            storedAt: tenOClock, expiresAt: tenOClock + .days(30), isPrivate: true)
        _ = try await database.content.keep(content, from: path)
    }

    private static func file(in database: SQLiteDatabase) async throws -> String? {
        guard let content = try await database.content.content("m-1") else { return nil }
        var bytes = Data()
        try await database.content.read(content) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether all sealed data can be opened, in every table: the change of keys has to know each column with sealed
    /// data.
    private static func allOpens(in database: SQLiteDatabase) async throws -> Bool {
        try await database.pool.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            return try tables.allSatisfy { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").allSatisfy { row in
                    row.allSatisfy { _, value in
                        guard let text = String.fromDatabaseValue(value), let json = try? JSONValue(parsing: text)
                        else {
                            return true
                        }
                        return (try? database.seal.opened(json)) != nil
                    }
                }
            }
        }
    }

    @Test func `without a key nothing private is stored`() async throws {
        try await Self.withFolder { path in
            let database = try SQLiteDatabase(path: path)
            let world = World(try engine(Self.flow, bot: Self.facts), store: database.sessions)
            try await world.say("hello")
            try await world.say(Self.secret)
            #expect(try !Self.holds(Self.secret, beside: path))
            let letter = try #require(try await database.sessions.deadLetters(limit: 9).first)
            #expect(letter.reason.contains("storage.key"))
            #expect(letter.content.text.contains("(first)"))
        }
    }
}

/// All log lines with their metadata.
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
