import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import MessageModel
import TestSupport
import Testing

@testable import SQLiteStorage

/// The promises of every store to operators.
@Suite struct OperatorContractTests {
    private static let clock = TurnableClock(standingAt: tenOClock + .hours(1))

    /// Ana waits, Ben has ended, and both have a message in the outbox and a dead letter.
    private func fill(_ store: any OperatorStore) async throws -> (ana: StoredSession, ben: StoredSession) {
        let ana = try await store.saved(
            record(.ana, Doing(says: ["A word for Ana"], asks: "q", silentAt: tenOClock + .minutes(5)), arrival: "m1"))
        let ben = try await store.saved(record(.ben, Doing(says: ["A word for Ben"]), at: tenOClock + .minutes(1)))
        for stored in [ana, ben] {
            var lost = remark(stored.conversation, replacing: stored)
            lost.deadLetter = Self.letter(for: stored)
            try await store.keep(lost)
        }
        return (ana, ben)
    }

    private static func letter(for stored: StoredSession) -> DeadLetter {
        DeadLetter(
            kind: .delivery, conversation: stored.conversation, at: tenOClock, reason: "no such device",
            content: ["id": "lost", "turn": 1, "message": Message.text("Lost words").json])
    }

    @Test(arguments: StoreKind.allCases) func `sessions are listed by their last activity, and found by what they are`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let (ana, ben) = try await fill(store)
            let all = try await store.sessions(SessionFilter(), skipping: 0, limit: 9)
            #expect(all.map(\.id) == [ben.id, ana.id])
            #expect(all.map(\.status) == ["ended", "waiting"])
            #expect(all[1].conversation == .ana)
            #expect((all[1].flow, all[1].step, all[1].version, all[1].events) == ("main", "first", "1", 1))
            #expect((all[0].startedAt, all[0].activeAt) == (tenOClock + .minutes(1), tenOClock + .minutes(1)))
            #expect(try await store.sessions(SessionFilter(), skipping: 1, limit: 1).map(\.id) == [ana.id])
            #expect(
                try await store.sessions(SessionFilter(status: "waiting"), skipping: 0, limit: 9).map(\.id) == [ana.id])
            #expect(
                try await store.sessions(SessionFilter(customer: "be"), skipping: 0, limit: 9).map(\.id) == [ben.id])
            #expect(try await store.sessions(SessionFilter(flow: "other"), skipping: 0, limit: 9).isEmpty)
            #expect(try await store.sessions(named: "ana").map(\.id) == [ana.id])
            #expect(try await store.sessions(named: "\(ben.id.number)").map(\.id) == [ben.id])
            #expect(try await store.sessions(named: "nobody").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what somebody writes is a value to the database, whatever it looks like`(kind: StoreKind) async throws {
        try await kind.operate { store in
            _ = try await fill(store)
            for text in ["' OR '1'='1", "ana'; DROP TABLE sessions; --", "%", "_na", "\"ana\"", "ana\u{301}"] {
                #expect(try await store.sessions(named: text).isEmpty)
                #expect(try await store.sessions(SessionFilter(customer: text), skipping: 0, limit: 9).isEmpty)
                #expect(try await store.sessions(SessionFilter(flow: text), skipping: 0, limit: 9).isEmpty)
            }
            #expect(try await store.sessions(SessionFilter(), skipping: 0, limit: 9).count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a reset ends the conversation, drops what waits, and tells the server`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let (ana, ben) = try await fill(store)
            let summary = try #require(try await store.sessions(named: "ana").first)
            #expect(try await Operations(store: store, clock: Self.clock).reset(summary))
            let stored = try #require(try await store.session(of: .ana))
            #expect((stored.session.status, stored.session.open, stored.revision) == (.ended, nil, 2))
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9).isEmpty)
            #expect(try await store.deliveries(of: ben.id, after: nil, limit: 9).count == 1)
            #expect(try await store.nextTimer() == nil)
            let last = try #require(try await store.history(of: ana.id).last)
            #expect(try Event(json: last.event).kind == .reset)
            let marks = [StepMark(.ended, flow: "main", step: "first")]
            #expect(ana.session.reset() == Turn(session: stored.session, effects: [.dropPending], marks: marks))
            let notices = try await store.notices(limit: 9)
            #expect(notices.map(\.kind) == [.changed(ana.id)])
            try await store.forget(notices)
            #expect(try await store.notices(limit: 9) == [])
            // The server's own commit loses.
            #expect(try await store.commit(record(.ana, replacing: ana)) == .conflict)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is erased is gone, everybody else's stays, and numbers are not reused`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let (ana, ben) = try await fill(store)
            // The highest number, which a store might assign again.
            let erasure = try await store.erase(customer: "ben")
            #expect(
                erasure
                    == Erasure(
                        sessions: 1, letters: 1, customers: 1, traces: [.events: 1, .deliveries: 1], isThorough: true))
            #expect(try await store.session(of: .ben) == nil)
            #expect(try await store.sessions(named: "ben").isEmpty)
            #expect(try await store.history(of: ben.id).isEmpty)
            #expect(try await store.deliveries(of: ben.id, after: nil, limit: 9).isEmpty)
            #expect(try await store.deadLetters(limit: 9).map(\.conversation) == [.ana])
            #expect(try await store.notices(limit: 9).map(\.kind) == [.changed(ben.id)])
            #expect(try await store.session(of: .ana) == ana)
            let new = try await store.saved(record(.ben))
            #expect(new.id > ben.id)
            #expect(try await store.commit(record(.ben, replacing: ben)) == .conflict)
            _ = try await store.erase(customer: "ana")
            #expect(try await store.nextTimer() == nil)
            #expect(try await !store.hasSent(question: "q", in: .ana))
            let nothing = try await store.erase(customer: "ana")
            #expect(nothing == Erasure(sessions: 0, letters: 0, isThorough: true))
            #expect((nothing.isEmpty, erasure.isEmpty) == (true, false))
            #expect(
                try await store.notices(limit: 9).count == 2,
                "an erasure of nothing is nothing that the server must see")
        }
    }

    @Test func `an erasure of nothing leaves the copies of the database as they are`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            try await store.keep(record(.ana))
            let copy = folder.database + ".before-016"
            #expect(FileManager.default.createFile(atPath: copy, contents: Data("copy".utf8)))
            #expect(try await store.erase(customer: "anna").isEmpty)
            #expect(FileManager.default.fileExists(atPath: copy))
            #expect(try await store.erase(customer: "ana").traces[.copies] == 1)
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test(arguments: StoreKind.allCases) func `a lost message goes behind what waits, under its own id, once`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let (_, ben) = try await fill(store)
            let operations = Operations(store: store, clock: Self.clock)
            let letters = try await store.filedLetters(after: nil, limit: 9)
            #expect(letters.map(\.letter.conversation) == [.ana, .ben])
            #expect(try await store.filedLetters(after: letters[0].id, limit: 9) == [letters[1]])
            #expect(try await store.filedLetter(letters[1].id) == letters[1])
            #expect(try await operations.retry(letters[1]) == .queued)
            let waiting = try await store.deliveries(of: ben.id, after: nil, limit: 9)
            #expect(waiting.map(\.text) == ["A word for Ben", "Lost words"])
            #expect(waiting.last?.delivery.id == "lost")
            #expect(waiting.last?.nextTry == Self.clock.now)
            #expect(try await store.notices(limit: 9).map(\.kind) == [.changed(ben.id)])
            #expect(try await store.filedLetter(letters[1].id) == nil)
            #expect(try await operations.retry(letters[1]) == .impossible("it was already retried or deleted"))
            #expect(try await store.deliveries(of: ben.id, after: nil, limit: 9).count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a lost event is handed to the server, and its letter goes with the answer`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let ana = try await store.saved(record(.ana))
            let event = try #require(record(.ana).event)
            var lost = remark(.ana, replacing: ana)
            lost.deadLetter = DeadLetter(
                kind: .arrival, conversation: .ana, at: tenOClock, reason: "too many steps", content: event.json)
            try await store.keep(lost)
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            #expect(try await Operations(store: store, clock: Self.clock).retry(letter) == .handedOn)
            let notices = try await store.notices(limit: 9)
            #expect(notices.map(\.kind) == [.again(letter.id, letter.letter)])
            // A second click before the server has polled.
            #expect(try await Operations(store: store, clock: Self.clock).retry(letter) == .handedOn)
            #expect(try await store.notices(limit: 9) == notices)
            var answer = try record(.ana, replacing: ana)
            answer.reopened = letter.id
            try await store.keep(answer)
            #expect(try await store.deadLetters(limit: 9) == [])
            #expect(try await store.notices(limit: 9) == [])
            #expect(
                try await Operations(store: store, clock: Self.clock).retry(letter)
                    == .impossible("it was already retried or deleted"))
            #expect(try await store.notices(limit: 9) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `the event of a dead letter is answered once, however often it is tried`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { store in
            let (ana, _) = try await fill(store)
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            var answer = try record(.ana, Doing(says: ["Once"]), replacing: ana)
            answer.reopened = letter.id
            let answered = try await store.saved(answer)
            let waiting = try await store.deliveries(of: ana.id, after: nil, limit: 9)
            var second = try record(.ana, Doing(says: ["Twice"]), replacing: answered)
            second.reopened = letter.id
            #expect(try await store.commit(second) == .repeated)
            #expect(try await store.commit(second.asDeadLetter(because: "too many steps")) == .repeated)
            #expect(try await store.session(of: .ana) == answered)
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == waiting)
            #expect(try await store.deadLetters(limit: 9).map(\.conversation) == [.ben])
        }
    }

    @Test func `after an erasure no file beside the database holds a word of it`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            let secret = ConversationKey(channel: "apple", customer: "customer-4711", business: "shop")
            var stored: StoredSession?
            for number in 0..<30 {
                let long = String(repeating: "confidential words ", count: number * 20 + 1)
                stored = try await store.saved(
                    record(secret, Doing(says: [long], asks: "q\(number)"), replacing: stored))
            }
            try await store.keep(record(.ben, Doing(says: ["stays"])))
            #expect(try holds("confidential", folder) && holds("customer-4711", folder))
            let operators = try SQLiteSessionStore(path: folder.database, isOwner: false)
            #expect(try await operators.erase(customer: "customer-4711").isThorough)
            #expect(try !holds("confidential", folder))
            #expect(try !holds("customer-4711", folder))
            #expect(try holds("stays", folder))
        }
    }

    @Test func `no file beside the database holds what was forgotten, once nobody reads it`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            try await store.send(in: store.saved(record(.ana, Doing(says: ["confidential"]))))
            try await store.keep(record(.ben, Doing(says: ["stays"], asks: "q")))
            let reader = try store.pool.makeSnapshot()
            #expect(try await store.forgetFinishedSessions(quietSince: tenOClock + .days(1), limit: 9) == [.ana])
            try await store.overwriteForgotten()
            #expect(try holds("confidential", folder), "somebody reads what was there before")
            try await store.keep(
                record(
                    ConversationKey(channel: "apple", customer: "cy", business: "shop"), Doing(says: ["nobody waits"])))
            try reader.close()
            try await store.overwriteForgotten()
            #expect(try !holds("confidential", folder))
            #expect(try holds("stays", folder))
        }
    }

    /// Whether any file beside the database contains these words.
    private func holds(_ words: String, _ folder: TemporaryFolder) throws -> Bool {
        let data = URL(filePath: folder.database).deletingLastPathComponent()
        return try #require(FileManager.default.subpaths(atPath: data.path)).contains { name in
            let file = data.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { return false }
            return try Data(contentsOf: file).range(of: Data(words.utf8)) != nil
        }
    }
}

extension StoreKind {
    /// Runs `body` with an empty store of this kind that operators can work on.
    func operate(_ body: (any OperatorStore) async throws -> Void) async throws {
        try await run { try await body(#require($0 as? any OperatorStore)) }
    }
}
