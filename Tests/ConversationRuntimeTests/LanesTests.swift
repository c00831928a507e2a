import Channels
import Expressions
import MessageModel
import Testing

@testable import ConversationRuntime

/// What is kept in memory of the outbox is bounded, whatever lies in the store.
@Suite struct LanesTests {
    private static func delivery(_ number: Int, of session: Int) -> StoredDelivery {
        StoredDelivery(
            id: DeliveryID(Int64(number)), session: SessionID(Int64(session)),
            delivery: Delivery(id: "\(number)", conversation: .customer("c\(session)"), message: .text("\(number)")),
            turn: 1, createdAt: tenOClock, nextTry: tenOClock)
    }

    private static func complete(most: Int = 3, length: Int = 4) -> Lanes {
        var lanes = Lanes(most: most, length: length)
        lanes.beginSearch()
        lanes.endSearch()
        return lanes
    }

    @Test func `messages go in their order, and then the lane is closed`() {
        var lanes = Self.complete()
        let deliveries = (1...3).map { Self.delivery($0, of: 1) }
        let isOpened = lanes.add(deliveries, to: SessionID(1))
        #expect(isOpened)
        for delivery in deliveries {
            #expect(lanes.next(of: SessionID(1)) == .send(delivery))
            lanes.pop(delivery)
        }
        #expect(lanes.next(of: SessionID(1)) == .nothing)
        #expect(lanes.isEmpty)
    }

    @Test func `a lane that is full leaves the rest in the store and reads it when its turn comes`() {
        var lanes = Self.complete(length: 2)
        let all = (1...5).map { Self.delivery($0, of: 1) }
        _ = lanes.add(Array(all[..<2]), to: SessionID(1))
        let opened = [lanes.add([all[2]], to: SessionID(1)), lanes.add([all[3]], to: SessionID(1))]
        #expect(opened == [false, false])
        #expect(lanes.kept == 2)
        for delivery in all[..<2] { lanes.pop(delivery) }
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.fill(SessionID(1), with: [all[2], all[3]])
        // The answer was as long as it can be: there may be more.
        for delivery in all[2..<4] {
            #expect(lanes.next(of: SessionID(1)) == .send(delivery))
            lanes.pop(delivery)
        }
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.fill(SessionID(1), with: [])
        #expect(lanes.next(of: SessionID(1)) == .nothing)
    }

    @Test func `what is committed while the store is read is neither lost nor sent twice`() {
        var lanes = Self.complete(length: 4)
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        _ = lanes.add([Self.delivery(2, of: 1), Self.delivery(3, of: 1)], to: SessionID(1))
        lanes.fill(SessionID(1), with: [Self.delivery(1, of: 1), Self.delivery(2, of: 1)])
        for number in 1...3 {
            #expect(lanes.next(of: SessionID(1)) == .send(Self.delivery(number, of: 1)))
            lanes.pop(Self.delivery(number, of: 1))
        }
        #expect(lanes.next(of: SessionID(1)) == .nothing)
    }

    @Test func `what is dropped while the store is read does not come back with the answer`() {
        var lanes = Self.complete()
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.drop(SessionID(1))
        lanes.fill(SessionID(1), with: [Self.delivery(1, of: 1)])
        #expect(lanes.next(of: SessionID(1)) == .nothing)
    }

    @Test func `more conversations than lanes wait until there is room, and the search is told`() {
        var lanes = Self.complete(most: 2)
        let opened = (1...3).map { lanes.add([Self.delivery($0, of: $0)], to: SessionID(Int64($0))) }
        #expect(opened == [true, true, false])
        #expect(lanes.count == 2)
        #expect(!lanes.isComplete)
        #expect(lanes.open(SessionID(3)) == nil)
        #expect(lanes.open(SessionID(1)) == false)
        lanes.pop(Self.delivery(1, of: 1))
        #expect(lanes.next(of: SessionID(1)) == .nothing)
        #expect(lanes.open(SessionID(3)) == true)
        // Whatever came first lies in the store, so that is read first.
        #expect(lanes.next(of: SessionID(3)) == .read)
    }

    @Test func `a conversation without a lane that comes during a search makes it begin again`() {
        var lanes = Self.complete(most: 1)
        lanes.beginSearch()
        _ = lanes.add([Self.delivery(1, of: 1)], to: SessionID(1))
        _ = lanes.add([Self.delivery(2, of: 2)], to: SessionID(2))
        lanes.endSearch()
        #expect(!lanes.isComplete)
        lanes.beginSearch()
        lanes.endSearch()
        #expect(lanes.isComplete)
    }

    @Test func `when reading failed the lane stays open`() {
        var lanes = Self.complete()
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.fill(SessionID(1), with: nil)
        #expect(lanes.next(of: SessionID(1)) == .read)
    }

    @Test func `a runtime with few short lanes delivers everything in order all the same`() async throws {
        let store: any SessionStore = InMemorySessionStore()
        let before = try World(engine(echo), store: store)
        for number in 0..<30 {
            for word in ["hello", "1", "2", "3", "4"] { try await before.say(word, from: "c\(number)") }
        }
        let clock = TurnableClock(standingAt: tenOClock)
        let channel = ScriptedChannel(clock: clock) { _, _ in nil }
        let outbox = Outbox(
            store: store, channels: [channel], clock: clock, logger: World.silent, mostLanes: 2, laneLength: 2)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await outbox.run { _, _ in } }
            await outbox.untilIdle()
            group.cancelAll()
        }
        let expected = ["Yes?"] + ["1", "2", "3", "4"].flatMap { ["You said \($0).", "Yes?"] }
        for number in 0..<30 { #expect(channel.device(of: "c\(number)") == expected) }
        #expect(channel.attempts.count == 30 * 9)
        #expect(try await store.sessionsWithDeliveries(after: nil, limit: 9) == [])
    }
}
