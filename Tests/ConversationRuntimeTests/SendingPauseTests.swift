import Channels
import Concurrency
import Expressions
import Synchronization
import TestSupport
import Testing

@testable import ConversationRuntime

/// Sending stops when our key is refused: no message is given up, and sending resumes by itself when the key is fixed.
@Suite struct SendingPauseTests {
    @Test func `a refused key stops all, one message at a time is tried, and then everything goes`() async throws {
        let isMended = Mutex(false)
        let world = try World(engine(echo)) { _, _ in
            isMended.withLock { $0 } ? nil : .stopSending("Apple refuses our key")
        }
        try await world.run {
            for number in 0..<20 { try await world.say("hello", from: "c\(number)") }
            await world.channel.watched.wait { !$0.attempts.isEmpty }
            // Deliveries in progress at that time have failed, too; all sleep until the next attempt.
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(30))
            #expect(world.conversations.haltReason == "Apple refuses our key")
            // Two hours: twice as long as a message is retried.
            for half in 1...240 { try await world.turn(to: .seconds(30 * half)) }
            #expect(world.channel.attempts.count <= 20 + 240)
            #expect(world.conversations.haltReason == "Apple refuses our key")
            isMended.withLock { $0 = true }
            await poll(after: { world.clock.turn(by: .seconds(30)) }, until: { world.conversations.haltReason == nil })
            await world.conversations.untilSent()
            #expect(world.conversations.haltReason == nil)
            #expect(try await world.store.deadLetters(limit: 9) == [])
            for number in 0..<20 { #expect(world.channel.device(of: "c\(number)") == ["Yes?"]) }
        }
    }

    @Test func `the hour of a message begins again when the key was at fault`() async throws {
        let world = try World(engine(echo)) { _, before in
            switch before {
            case 0: .tryAgain("busy")
            case 1: .stopSending("Apple refuses our key")
            default: nil
            }
        }
        try await world.run {
            try await world.say("hello")
            try await world.turn(to: .seconds(1))
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(31))
            let session = try #require(try await world.store.session(of: .customer("ana")))
            let waiting = try #require(try await world.store.deliveries(of: session.id, after: nil, limit: 1).first)
            #expect(waiting.attempts == 0)
            #expect(waiting.failingSince == nil)
            try await world.turn(to: .seconds(31))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?"])
        }
    }

    @Test func `a clock that is set back makes no pause longer`() {
        let halt = SendingPause(logger: World.silent)
        halt.begin("Apple refuses our key", at: tenOClock, metadata: [:])
        #expect(halt.holdsBack(at: tenOClock + .seconds(1)) == tenOClock + .seconds(30))
        #expect(halt.holdsBack(at: tenOClock - .hours(1)) == nil)
        #expect(halt.holdsBack(at: tenOClock - .hours(1)) == tenOClock - .hours(1) + .seconds(30), "one is tried")
    }
}
