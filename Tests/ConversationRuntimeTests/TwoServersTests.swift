import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import InMemoryStores
import SQLStorage
import SQLiteStorage
import Testing

/// Two servers on one store: each hears of all changes of operators, and what is to be done once is done once.
@Suite struct TwoServersTests {
    /// Runs `body` with two servers on one file.
    private func run(_ body: (World, World, SQLiteDatabase) async throws -> Void) async throws {
        let path = EarlierDatabase.place()
        let clock = TurnableClock(standingAt: tenOClock)
        let channel = ScriptedChannel(clock: clock) { _, _ in nil }
        let database = try SQLiteDatabase(path: path)
        let beside = try SQLiteDatabase(path: path, isOwner: false)
        let first = World(try engine(echo), store: database.sessions, clock: clock, channel: channel, server: "one")
        let second = World(try engine(echo), store: beside.sessions, clock: clock, channel: channel, server: "two")
        try await first.run { try await second.run { try await body(first, second, database) } }
    }

    private func untilApplied(_ worlds: [World], _ store: any SessionStore) async throws {
        for world in worlds {
            while try await !world.conversations.hasAppliedChanges(of: store) {
                world.clock.turn(by: .milliseconds(500))
                for _ in 0..<50 { await Task.yield() }
            }
        }
    }

    @Test func `both servers hear of a change, and one that starts later needs not`() async throws {
        try await run { first, second, database in
            try await first.say("hello")
            await first.conversations.untilSent()
            let operations = Operations(
                sessions: database.sessions, operators: database.operators, clock: first.clock)
            for step in ["first", "bye"] {
                let ana = try #require(try await database.operators.sessions(named: "ana").first)
                #expect(try await operations.move(ana, to: step, of: "main", with: try engine(echo)) == .moved)
            }
            try await untilApplied([first, second], database.sessions)
            let last = try #require(try await database.sessions.notices(after: nil, limit: 9).last)
            #expect(first.conversations.lastAppliedChange == last.id)
            #expect(second.conversations.lastAppliedChange == last.id)
            await first.conversations.untilSent()
            await second.conversations.untilSent()
            try await first.untilMarked()
            // Two servers may both send a message, always under its own id, and the order at the device is right.
            #expect(first.channel.device(of: "ana") == ["Yes?", "Yes?", "Bye."])
        }
    }

    @Test func `the event of a dead letter is answered by one of them`() async throws {
        try await run { first, second, database in
            try await first.say("hello")
            let session = try #require(try await database.sessions.session(of: .customer("ana")))
            let event = try #require(try await database.sessions.history(of: session.id).first?.event)
            var lost = TurnRecord(conversation: .customer("ana"), replaces: session, version: "1", at: tenOClock)
            lost.deadLetter = DeadLetter(
                kind: .arrival, conversation: .customer("ana"), at: tenOClock, reason: "no room", content: event)
            _ = try await database.sessions.commit(lost)
            let letter = try #require(try await database.operators.filedLetters(after: nil, limit: 9).first)
            let operations = Operations(
                sessions: database.sessions, operators: database.operators, clock: first.clock)
            for _ in 0..<2 { #expect(try await operations.retry(letter) == .handedOn) }
            try await untilApplied([first, second], database.sessions)
            #expect(try await database.sessions.deadLetters(limit: 9) == [])
            #expect(try await database.sessions.history(of: session.id).count == 2)
        }
    }
}
