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

@testable import SQLStorage
@testable import SQLiteStorage

/// The promises of every store to operators.
@Suite struct OperatorContractTests {
    private static let clock = TurnableClock(standingAt: tenOClock + .hours(1))

    /// Ana waits, Ben has ended, and both have a message in the outbox and a dead letter.
    private func fill(_ stores: SessionStores) async throws -> (ana: StoredSession, ben: StoredSession) {
        let ana = try await stores.sessions.saved(
            record(.ana, Doing(says: ["A word for Ana"], asks: "q", silentAt: tenOClock + .minutes(5)), arrival: "m1"))
        let ben = try await stores.sessions.saved(
            record(.ben, Doing(says: ["A word for Ben"]), at: tenOClock + .minutes(1)))
        for stored in [ana, ben] {
            var lost = remark(stored.conversation, replacing: stored)
            lost.deadLetter = Self.letter(for: stored)
            try await stores.sessions.keep(lost)
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
        try await kind.operate { stores in
            let (ana, ben) = try await fill(stores)
            let all = try await stores.operators.sessions(SessionFilter(), skipping: 0, limit: 9)
            #expect(all.map(\.id) == [ben.id, ana.id])
            #expect(all.map(\.status) == ["ended", "waiting"])
            #expect(all[1].conversation == .ana)
            #expect((all[1].flow, all[1].step, all[1].version, all[1].events) == ("main", "first", "1", 1))
            #expect((all[0].startedAt, all[0].activeAt) == (tenOClock + .minutes(1), tenOClock + .minutes(1)))
            #expect(try await stores.operators.sessions(SessionFilter(), skipping: 1, limit: 1).map(\.id) == [ana.id])
            #expect(
                try await stores.operators.sessions(SessionFilter(status: "waiting"), skipping: 0, limit: 9).map(\.id)
                    == [ana.id])
            #expect(
                try await stores.operators.sessions(SessionFilter(customer: "be"), skipping: 0, limit: 9).map(\.id) == [
                    ben.id
                ])
            #expect(try await stores.operators.sessions(SessionFilter(flow: "other"), skipping: 0, limit: 9).isEmpty)
            #expect(try await stores.operators.sessions(named: "ana").map(\.id) == [ana.id])
            #expect(try await stores.operators.sessions(named: "\(ben.id.number)").map(\.id) == [ben.id])
            #expect(try await stores.operators.sessions(named: "nobody").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what somebody writes is a value to the database, whatever it looks like`(kind: StoreKind) async throws {
        try await kind.operate { stores in
            _ = try await fill(stores)
            for text in ["' OR '1'='1", "ana'; DROP TABLE sessions; --", "%", "_na", "\"ana\"", "ana\u{301}"] {
                #expect(try await stores.operators.sessions(named: text).isEmpty)
                #expect(
                    try await stores.operators.sessions(SessionFilter(customer: text), skipping: 0, limit: 9).isEmpty)
                #expect(try await stores.operators.sessions(SessionFilter(flow: text), skipping: 0, limit: 9).isEmpty)
            }
            #expect(try await stores.operators.sessions(SessionFilter(), skipping: 0, limit: 9).count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a reset ends the conversation, drops what waits, and tells the server`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let (ana, ben) = try await fill(stores)
            let summary = try #require(try await stores.operators.sessions(named: "ana").first)
            #expect(try await stores.operations(Self.clock).reset(summary))
            let stored = try #require(try await stores.sessions.session(of: .ana))
            #expect((stored.session.status, stored.session.open, stored.revision) == (.ended, nil, 2))
            #expect(try await stores.sessions.deliveries(of: ana.id, after: nil, limit: 9).isEmpty)
            #expect(try await stores.sessions.deliveries(of: ben.id, after: nil, limit: 9).count == 1)
            #expect(try await stores.sessions.nextTimer() == nil)
            let last = try #require(try await stores.sessions.history(of: ana.id).last)
            #expect(try Event(json: last.event).kind == .reset)
            let marks = [StepMark(.ended, flow: "main", step: "first")]
            #expect(ana.session.reset() == Turn(session: stored.session, effects: [.dropPending], marks: marks))
            let notices = try await stores.sessions.notices(after: nil, limit: 9)
            #expect(notices.map(\.kind) == [.changed(ana.id)])
            #expect(try await stores.sessions.notices(after: notices.last?.id, limit: 9) == [])
            #expect(
                try await stores.sessions.notices(after: nil, limit: 9) == notices, "every server reads all of them")
            // The server's own commit loses.
            #expect(try await stores.sessions.commit(record(.ana, replacing: ana)) == .conflict)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is erased is gone, everybody else's stays, and numbers are not reused`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let (ana, ben) = try await fill(stores)
            // The highest number, which a store might assign again.
            let erasure = try await stores.operators.erase(customer: "ben")
            #expect(
                erasure
                    == Erasure(
                        sessions: 1, letters: 1, customers: 1, traces: [.events: 1, .deliveries: 1], isThorough: true))
            #expect(try await stores.sessions.session(of: .ben) == nil)
            #expect(try await stores.operators.sessions(named: "ben").isEmpty)
            #expect(try await stores.sessions.history(of: ben.id).isEmpty)
            #expect(try await stores.sessions.deliveries(of: ben.id, after: nil, limit: 9).isEmpty)
            #expect(try await stores.sessions.deadLetters(limit: 9).map(\.conversation) == [.ana])
            #expect(try await stores.sessions.notices(after: nil, limit: 9).map(\.kind) == [.changed(ben.id)])
            #expect(try await stores.sessions.session(of: .ana) == ana)
            let new = try await stores.sessions.saved(record(.ben))
            #expect(new.id > ben.id)
            #expect(try await stores.sessions.commit(record(.ben, replacing: ben)) == .conflict)
            _ = try await stores.operators.erase(customer: "ana")
            #expect(try await stores.sessions.nextTimer() == nil)
            #expect(try await !stores.sessions.hasSent(question: "q", in: .ana))
            let nothing = try await stores.operators.erase(customer: "ana")
            #expect(nothing == Erasure(sessions: 0, letters: 0, isThorough: true))
            #expect((nothing.isEmpty, erasure.isEmpty) == (true, false))
            #expect(
                try await stores.sessions.notices(after: nil, limit: 9).count == 2,
                "an erasure of nothing is nothing that the server must see")
        }
    }

    @Test func `an erasure of nothing leaves the copies of the database as they are`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.keep(record(.ana))
            let copy = folder.database + ".before-016"
            #expect(FileManager.default.createFile(atPath: copy, contents: Data("copy".utf8)))
            #expect(try await database.operators.erase(customer: "anna").isEmpty)
            #expect(FileManager.default.fileExists(atPath: copy))
            #expect(try await database.operators.erase(customer: "ana").traces[.copies] == 1)
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test(arguments: StoreKind.allCases) func `a lost message goes behind what waits, under its own id, once`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let (_, ben) = try await fill(stores)
            let operations = stores.operations(Self.clock)
            let letters = try await stores.operators.filedLetters(after: nil, limit: 9)
            #expect(letters.map(\.letter.conversation) == [.ana, .ben])
            #expect(try await stores.operators.filedLetters(after: letters[0].id, limit: 9) == [letters[1]])
            #expect(try await stores.operators.filedLetter(letters[1].id) == letters[1])
            #expect(try await operations.retry(letters[1]) == .queued)
            let waiting = try await stores.sessions.deliveries(of: ben.id, after: nil, limit: 9)
            #expect(waiting.map(\.text) == ["A word for Ben", "Lost words"])
            #expect(waiting.last?.delivery.id == "lost")
            #expect(waiting.last?.nextTry == Self.clock.now)
            #expect(try await stores.sessions.notices(after: nil, limit: 9).map(\.kind) == [.changed(ben.id)])
            #expect(try await stores.operators.filedLetter(letters[1].id) == nil)
            #expect(try await operations.retry(letters[1]) == .impossible("it was already retried or deleted"))
            #expect(try await stores.sessions.deliveries(of: ben.id, after: nil, limit: 9).count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a lost event is handed to the server, and its letter goes with the answer`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(record(.ana))
            let event = try #require(record(.ana).event)
            var lost = remark(.ana, replacing: ana)
            lost.deadLetter = DeadLetter(
                kind: .arrival, conversation: .ana, at: tenOClock, reason: "too many steps", content: event.json)
            try await stores.sessions.keep(lost)
            let letter = try #require(try await stores.operators.filedLetters(after: nil, limit: 9).first)
            #expect(try await stores.operations(Self.clock).retry(letter) == .handedOn)
            let notices = try await stores.sessions.notices(after: nil, limit: 9)
            #expect(notices.map(\.kind) == [.again(letter.id, letter.letter)])
            // A second click before the server has polled, or after it could not answer.
            #expect(try await stores.operations(Self.clock).retry(letter) == .handedOn)
            let again = try await stores.sessions.notices(after: notices.last?.id, limit: 9)
            #expect(again.map(\.kind) == notices.map(\.kind))
            #expect(try await stores.sessions.notices(after: nil, limit: 9) == again)
            var answer = try record(.ana, replacing: ana)
            answer.reopened = letter.id
            try await stores.sessions.keep(answer)
            #expect(try await stores.sessions.deadLetters(limit: 9) == [])
            #expect(try await stores.sessions.notices(after: nil, limit: 9) == [])
            #expect(
                try await stores.operations(Self.clock).retry(letter)
                    == .impossible("it was already retried or deleted"))
            #expect(try await stores.sessions.notices(after: nil, limit: 9) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `the event of a dead letter is answered once, however often it is tried`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let (ana, _) = try await fill(stores)
            let letter = try #require(try await stores.operators.filedLetters(after: nil, limit: 9).first)
            var answer = try record(.ana, Doing(says: ["Once"]), replacing: ana)
            answer.reopened = letter.id
            let answered = try await stores.sessions.saved(answer)
            let waiting = try await stores.sessions.deliveries(of: ana.id, after: nil, limit: 9)
            var second = try record(.ana, Doing(says: ["Twice"]), replacing: answered)
            second.reopened = letter.id
            #expect(try await stores.sessions.commit(second) == .repeated)
            #expect(try await stores.sessions.commit(second.asDeadLetter(because: "too many steps")) == .repeated)
            #expect(try await stores.sessions.session(of: .ana) == answered)
            #expect(try await stores.sessions.deliveries(of: ana.id, after: nil, limit: 9) == waiting)
            #expect(try await stores.sessions.deadLetters(limit: 9).map(\.conversation) == [.ben])
        }
    }

    @Test func `after an erasure no file beside the database holds a word of it`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let secret = ConversationKey(channel: "apple", customer: "customer-4711", business: "shop")
            var stored: StoredSession?
            for number in 0..<30 {
                let long = String(repeating: "confidential words ", count: number * 20 + 1)
                stored = try await database.sessions.saved(
                    record(secret, Doing(says: [long], asks: "q\(number)"), replacing: stored))
            }
            try await database.sessions.keep(record(.ben, Doing(says: ["stays"])))
            #expect(try holds("confidential", folder) && holds("customer-4711", folder))
            let operators = try SQLiteDatabase(path: folder.database, isOwner: false).operators
            #expect(try await operators.erase(customer: "customer-4711").isThorough)
            #expect(try !holds("confidential", folder))
            #expect(try !holds("customer-4711", folder))
            #expect(try holds("stays", folder))
        }
    }

    @Test func `no file beside the database holds what was forgotten, once nobody reads it`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.send(in: database.sessions.saved(record(.ana, Doing(says: ["confidential"]))))
            try await database.sessions.keep(record(.ben, Doing(says: ["stays"], asks: "q")))
            let reader = try database.pool.makeSnapshot()
            #expect(
                try await database.retention.forgetFinishedSessions(quietSince: tenOClock + .days(1), limit: 9) == [
                    .ana
                ])
            try await database.retention.overwriteForgotten()
            #expect(try holds("confidential", folder), "somebody reads what was there before")
            try await database.sessions.keep(
                record(
                    ConversationKey(channel: "apple", customer: "cy", business: "shop"), Doing(says: ["nobody waits"])))
            try reader.close()
            try await database.retention.overwriteForgotten()
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
