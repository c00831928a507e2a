import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

@testable import SQLiteStorage

/// The promises of every store about what it removes, and that it removes nothing else.
@Suite struct RetentionContractTests {
    private static let day = tenOClock + .days(1)

    @Test(arguments: StoreKind.allCases) func `conversations that are over go, whole; those that wait stay`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(record(.ana, Doing(asks: "q")))
            let ben = try await stores.sessions.saved(record(.ben, Doing(says: ["Bye"])))
            #expect(try await stores.retention.forgetFinishedSessions(quietSince: tenOClock, limit: 9).isEmpty)
            let early = try await stores.retention.forgetFinishedSessions(quietSince: Self.day, limit: 9)
            #expect(early.isEmpty, "his message waits still")
            try await stores.sessions.send(in: ben)
            #expect(try await stores.retention.forgetFinishedSessions(quietSince: Self.day, limit: 9) == [.ben])
            #expect(try await stores.sessions.session(of: .ben) == nil)
            #expect(try await stores.sessions.history(of: ben.id).isEmpty)
            #expect(try await stores.sessions.deliveries(of: ben.id, after: nil, limit: 9).isEmpty)
            #expect(try await stores.sessions.session(of: .ana) == ana)
            #expect(try await stores.sessions.history(of: ana.id).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func `who is to be reminded of something is not forgotten before`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            var reminded = try record(.ana)
            guard var session = reminded.turn?.session.json.object else { return #expect(Bool(false)) }
            let due = tenOClock + .days(9)
            session["reminders"] = [
                [
                    "id": "r", "flow": "main", "step": "first", "at": .int(due.milliseconds), "turn": 1,
                    "answers": Fields().json,
                ]
            ]
            reminded.turn = Turn(session: try Session(json: .object(session)), effects: [])
            let ana = try await stores.sessions.saved(reminded)
            #expect(try await stores.sessions.nextTimer() == due)
            #expect(try await stores.retention.forgetFinishedSessions(quietSince: Self.day, limit: 9).isEmpty)
            #expect(try await stores.sessions.session(of: .ana) == ana)
            _ = try await stores.sessions.saved(record(.ana, replacing: ana))
            #expect(try await stores.retention.forgetFinishedSessions(quietSince: Self.day, limit: 9) == [.ana])
        }
    }

    @Test(arguments: StoreKind.allCases) func `old events go when their conversation is over, batch by batch`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            var ana = try await stores.sessions.saved(record(.ana))
            for number in 1..<5 {
                ana = try await stores.sessions.saved(record(.ana, replacing: ana, at: tenOClock + .hours(number)))
            }
            let ben = try await stores.sessions.saved(record(.ben, Doing(asks: "q")))
            var place: Int64?
            var calls = 0
            repeat {
                place = try await stores.retention.forgetHistory(before: tenOClock + .hours(3), after: place, limit: 2)
                calls += 1
            } while place != nil && calls < 9
            #expect(try await stores.sessions.history(of: ana.id).map(\.turn) == [4, 5])
            #expect(try await stores.sessions.history(of: ben.id).map(\.turn) == [1])
            let marked = try await stores.operators.markedTurns(since: tenOClock, after: nil, limit: 9)
            #expect(marked.map(\.turn) == [4, 5, 1])
            #expect(try await stores.sessions.session(of: .ana) == ana)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `notices of changes go by their age, and requests when they have been carried out`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            var ana = try await stores.sessions.saved(record(.ana))
            for number in 0..<4 {
                var change = try record(.ana, replacing: ana, at: tenOClock + .hours(number))
                change.isNotice = true
                if number == 0 {
                    change.deadLetter = DeadLetter(
                        kind: .arrival, conversation: .ana, at: tenOClock, reason: "no room", content: [:])
                }
                ana = try await stores.sessions.saved(change)
            }
            let letter = try #require(try await stores.operators.filedLetters(of: "ana").first)
            #expect(try await stores.operators.answerAgain(letter.id, at: tenOClock))
            let all = try await stores.sessions.notices(after: nil, limit: 9)
            #expect(
                all.map(\.kind) == Array(repeating: .changed(ana.id), count: 4) + [.again(letter.id, letter.letter)])
            #expect(try await stores.sessions.notices(after: all[1].id, limit: 2) == Array(all[2..<4]))
            #expect(try await stores.sessions.forgetNotices(before: tenOClock + .hours(2), limit: 1) == 1)
            #expect(try await stores.sessions.forgetNotices(before: tenOClock + .hours(2), limit: 9) == 1)
            #expect(try await stores.sessions.forgetNotices(before: tenOClock + .hours(2), limit: 9) == 0)
            #expect(try await stores.sessions.notices(after: nil, limit: 9) == Array(all[2...]))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an event that a wrong clock has dated in the future hides no older ones behind it`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            var ana = try await stores.sessions.saved(record(.ana))
            for moment in [tenOClock + .days(9), tenOClock + .hours(1), tenOClock + .days(2)] {
                ana = try await stores.sessions.saved(record(.ana, replacing: ana, at: moment))
            }
            var place: Int64?
            repeat {
                place = try await stores.retention.forgetHistory(before: Self.day, after: place, limit: 2)
            } while place != nil
            #expect(try await stores.sessions.history(of: ana.id).map(\.turn) == [2, 4])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `of one that began anew the events before go, and those of the open one stay`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            // Two conversations one after the other, and a third that waits; Ben's has never ended.
            let kinds: [StepMark.Kind] = [.entered, .closed, .entered, .ended, .entered, .answered, .entered]
            for (conversation, marks) in [(ConversationKey.ana, kinds), (.ben, kinds.map { _ in .entered })] {
                var stored: StoredSession?
                for (number, kind) in marks.enumerated() {
                    let isOver = kind == .ended || kind == .closed
                    var turn = try record(
                        conversation, Doing(asks: isOver ? nil : "\(conversation.customer)-\(number)"),
                        replacing: stored, at: tenOClock + .hours(number))
                    turn.turn?.marks = [
                        StepMark(.answered, flow: "main", step: "ended"), StepMark(kind, flow: "main", step: "first"),
                    ]
                    stored = try await stores.sessions.saved(turn)
                }
            }
            let (ana, ben) = (
                try await stores.sessions.session(of: .ana)?.id, try await stores.sessions.session(of: .ben)?.id
            )
            let forget = { (moment: Moment) in
                var place: Int64?
                repeat {
                    place = try await stores.retention.forgetHistory(before: moment, after: place, limit: 3)
                } while place != nil
                return try await (
                    stores.sessions.history(of: #require(ana)).map(\.turn),
                    stores.sessions.history(of: #require(ben)).map(\.turn)
                )
            }
            let early = try await forget(tenOClock + .hours(3))
            #expect(early.0 == [4, 5, 6, 7], "the end of the second is not that old")
            #expect(early.1 == Array(1...7))
            let late = try await forget(Self.day)
            #expect(late.0 == [5, 6, 7])
            #expect(late.1 == Array(1...7), "a history is whole")
        }
    }

    @Test(arguments: StoreKind.allCases) func `a forgotten bubble is told from one that was never sent`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(record(.ana, Doing(asks: "old")))
            _ = try await stores.sessions.saved(record(.ana, Doing(asks: "new"), replacing: ana, at: Self.day))
            _ = try await stores.sessions.saved(record(.ben))
            #expect(try await stores.sessions.origin(of: "made up", in: .ana) == nil)
            #expect(try await stores.retention.forgetBubbles(before: Self.day, limit: 9) == 1)
            #expect(try await stores.retention.forgetBubbles(before: Self.day, limit: 9) == 0)
            #expect(try await stores.sessions.origin(of: "old", in: .ana) == .unknown)
            #expect(try await stores.sessions.hasSent(question: "new", in: .ana))
            #expect(try await stores.sessions.origin(of: "old", in: .ben) == nil, "nothing of Ben's has been forgotten")
            // The same after the whole conversation was removed, and nothing of it after an erasure.
            try await stores.sessions.send(in: ana)
            #expect(try await stores.sessions.forgetSessions(quietSince: Self.day + .days(40), limit: 9).count == 2)
            #expect(try await stores.sessions.origin(of: "new", in: .ana) == .unknown)
            #expect(try await stores.sessions.origin(of: "new", in: .ben) == nil)
            _ = try await stores.operators.erase(customer: "ana")
            #expect(try await stores.sessions.origin(of: "new", in: .ana) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `old dead letters go, and the wish to answer them again`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(record(.ana))
            for number in 0..<3 {
                var lost = remark(.ana, replacing: ana)
                lost.deadLetter = DeadLetter(
                    kind: .arrival, conversation: .ana, at: tenOClock + .hours(number), reason: "\(number)",
                    content: [:])
                try await stores.sessions.keep(lost)
            }
            let letters = try await stores.operators.filedLetters(of: "ana")
            #expect(letters.map(\.letter.reason) == ["0", "1", "2"])
            #expect(try await stores.operators.filedLetters(of: "an").isEmpty)
            #expect(try await stores.operators.answerAgain(letters[0].id, at: tenOClock))
            #expect(try await stores.retention.forgetDeadLetters(before: tenOClock + .hours(2), limit: 1) == 1)
            #expect(try await stores.sessions.notices(after: nil, limit: 9).isEmpty)
            #expect(try await stores.retention.forgetDeadLetters(before: tenOClock + .hours(2), limit: 9) == 1)
            #expect(try await stores.retention.forgetDeadLetters(before: tenOClock + .hours(2), limit: 9) == 0)
            #expect(try await stores.operators.drop(letters[2].id))
            #expect(try await !stores.operators.drop(letters[2].id))
            #expect(try await stores.operators.filedLetters(of: "ana").isEmpty)
        }
    }
}
