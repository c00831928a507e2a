import Channels
import Concurrency
import ConversationRuntime
import Expressions
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

/// All services end on request, after their work in progress.
@Suite struct StopTests {
    @Test func `being cancelled ends the service, whatever sleeps`() async throws {
        let world = try World(engine(colours)) { attempt, _ in attempt.customer == "ana" ? .tryAgain("busy") : nil }
        let service = Task { await world.serve() }
        try await world.say("hello", from: "ana")
        try await world.say("hello", from: "ben")
        // A lane sleeps until its next attempt, the timers until a customer is silent, the arrivals until they are old.
        try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
        try await world.clock.untilSomebodySleeps(until: tenOClock + .minutes(10))
        try await world.clock.untilSomebodySleeps(until: tenOClock + .hours(1))
        service.cancel()
        await service.value
        #expect(world.clock.sleeperCount == 0)
        #expect(try await world.waiting(for: "ana") == ["Which?", "[Red, Blue]"])
    }

    @Test func `being cancelled at once ends the service`() async throws {
        let world = try World(engine(echo))
        try await world.say("hello")
        let service = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await world.serve()
        }
        await service.value
        #expect(try await world.channel.device(of: "ana") + world.waiting() == ["Yes?"], "nothing is lost")
    }

    @Test func `a service group ends it, and what is on its way arrives and is marked`() async throws {
        let world = try World(engine(echo))
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await world.serve() }
                world.channel.hold("ana")
                try await world.say("hello")
                try await world.say("again")
                await world.channel.watched.wait { $0.underWay["ana"] == 1 }
                trigger.triggerGracefulShutdown()
                // No task waits for messages that can no longer be sent.
                await world.conversations.untilSent()
                world.channel.letGo("ana")
                try await group.waitForAll()
            }
        }
        #expect(world.channel.device(of: "ana") == ["Yes?"])
        #expect(try await world.waiting() == ["You said again.", "Yes?"])
    }

    @Test func `being cancelled while a message is on its way lets it arrive and marks it`() async throws {
        let world = try World(engine(echo))
        world.channel.hold("ana")
        let service = Task { await world.serve() }
        try await world.say("hello")
        try await world.say("again")
        await world.channel.watched.wait { $0.underWay["ana"] == 1 }
        service.cancel()
        world.channel.letGo("ana")
        await service.value
        #expect(world.channel.device(of: "ana") == ["Yes?"])
        #expect(try await world.waiting() == ["You said again.", "Yes?"])
    }
}
