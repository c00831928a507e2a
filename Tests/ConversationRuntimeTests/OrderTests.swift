import Channels
import Concurrency
import ConversationRuntime
import JSON
import Testing

/// The events and messages of one customer are processed one at a time and in order; customers do not wait for each
/// other.
@Suite struct OrderTests {
    @Test func `what one customer says at once is answered in that order, and delivered one at a time`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await world.say("hello")
            // Each begins before the previous one has ended: the first to enter is answered first.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 { group.addTask { try await world.say("word \(number)") } }
                try await group.waitForAll()
            }
            await world.conversations.untilSent()
            let session = try #require(try await world.store.session(of: .customer("ana")))
            #expect(session.revision == 41)
            let heard = try await world.store.history(of: session.id).dropFirst().compactMap {
                $0.event["heard"]?["text"]?.string
            }
            #expect(Set(heard).count == 40)
            #expect(world.channel.device(of: "ana") == ["Yes?"] + heard.flatMap { ["You said \($0).", "Yes?"] })
            #expect(world.channel.watched.value.most == ["ana": 1])
        }
    }

    @Test func `a customer whose message is stuck holds up nobody else`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            world.channel.hold("ana")
            try await world.say("hello", from: "ana")
            for number in 1...30 { try await world.say("hello", from: "c\(number)") }
            await world.channel.watched.wait { $0.attempts.count == 30 && $0.underWay["ana"] == 1 }
            try await world.say("again", from: "ana")
            world.channel.letGo("ana")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said again.", "Yes?"])
        }
    }

    @Test func `many customers at once each have their own conversation`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        for word in ["hello", "one", "two"] {
                            try await world.say("\(word) \(number)", from: "c\(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            await world.conversations.untilSent()
            for number in 0..<300 {
                #expect(
                    world.channel.device(of: "c\(number)") == [
                        "Yes?", "You said one \(number).", "Yes?", "You said two \(number).", "Yes?",
                    ])
                try await world.untilMarked(for: "c\(number)")
            }
        }
    }

    @Test func `when it is quiet nobody is inside`() async throws {
        let world = try World(engine(echo))
        await world.conversations.untilQuiet()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await world.say("hello", from: "c\(number % 3)") } }
            try await group.waitForAll()
        }
        await world.conversations.untilQuiet()
        var events = 0
        for customer in ["c0", "c1", "c2"] {
            let session = try #require(try await world.store.session(of: .customer(customer)))
            events += try await world.store.history(of: session.id).count
        }
        #expect(events == 20)
    }
}
