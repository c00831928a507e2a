import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel
import Testing

/// Customers who are after the same slot.
@Suite struct SlotRaceTests {
    private static let places = """
        steps:
          first:
            ask: When?
            times:
              every: 1 hour
              in: 11:00 to 13:00
              days: 1
              places: 1
            then: bye
          bye:
            say: See you at {first, time}.
            then: end

        """

    /// A device without a time picker gets numbered lines.
    private static func write(_ text: String, _ customer: String, to world: World) async throws {
        var arrival = world.arrival(.heard(.text(text)), from: customer, id: nil)
        arrival.capabilities = .quick
        _ = try await world.conversations.receive(arrival)
    }

    @Test func `of two hundred customers after one slot one gets it, and the others are offered the rest`() async throws
    {
        let world = World(try engine(Self.places))
        let names = (0..<200).map { "c\($0)" }
        try await world.run {
            for name in names { try await Self.write("hello", name, to: world) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names { group.addTask { try await Self.write("1", name, to: world) } }
                try await group.waitForAll()
            }
            await world.conversations.untilSent()
            let lines = names.map { world.channel.device(of: $0).last ?? "" }
            #expect(lines.count { $0 == "See you at 11:00." } == 1)
            #expect(lines.count { $0.contains("12:00") && !$0.contains("11:00") } == 199)
            let sorry = names.count { world.channel.device(of: $0).contains("Sorry, this time has just been taken.") }
            #expect(sorry == 199)
        }
    }
}
