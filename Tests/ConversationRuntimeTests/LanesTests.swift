import Channels
import Concurrency
import Expressions
import InMemoryStores
import MessageModel
import Testing

@testable import ConversationRuntime

/// The outbox's memory use is bounded, whatever the store contains.
@Suite struct LanesTests {
    private static func delivery(_ number: Int, of session: Int) -> StoredDelivery {
        StoredDelivery(
            id: DeliveryID(SessionID(Int64(session)), number),
            delivery: Delivery(id: "\(number)", conversation: .customer("c\(session)"), message: .text("\(number)")),
            turn: 1, createdAt: tenOClock, nextTry: tenOClock)
    }

    /// A message of the first conversation.
    private static func place(_ number: Int) -> DeliveryID { DeliveryID(SessionID(1), number) }

    private static func complete(most: Int = 3, length: Int = 4) -> Lanes {
        var lanes = Lanes(most: most, length: length)
        lanes.beginSearch()
        lanes.endSearch()
        return lanes
    }

    @Test func `messages go in their order, and then the lane is closed`() {
        var lanes = Self.complete()
        let deliveries = (1...3).map { Self.delivery($0, of: 1) }
        let addition = lanes.add(deliveries, to: SessionID(1), behind: nil, sent: nil)
        #expect(addition == .opened)
        for delivery in deliveries {
            #expect(lanes.next(of: SessionID(1)) == .send(delivery))
            lanes.pop(delivery)
        }
        #expect(lanes.next(of: SessionID(1)) == .nothing)
        #expect(lanes.isEmpty)
    }

    @Test(arguments: ["waits", "popped", "reading"])
    func `what another server has added is read, whatever the lane is doing`(state: String) {
        var lanes = Self.complete()
        let (session, all) = (SessionID(1), (1...2).map { Self.delivery($0, of: 1) })
        _ = lanes.add([all[0]], to: session, behind: nil, sent: nil)
        #expect(lanes.next(of: session) == .send(all[0]))
        if state == "waits" { lanes.extend(session, to: 2) }
        lanes.pop(all[0])
        if state == "popped" { lanes.extend(session, to: 2) }
        if state == "reading" {
            _ = lanes.readAgain(session)
            #expect(lanes.next(of: session) == .read)
            // The read began before the second message was committed.
            lanes.extend(session, to: 2)
            lanes.fill(session, with: [], after: all[0].id)
        }
        #expect(lanes.next(of: session) == .read)
        lanes.fill(session, with: [all[1]], after: all[0].id)
        #expect(lanes.next(of: session) == .send(all[1]))
        lanes.extend(session, to: 2)
        lanes.pop(all[1])
        #expect(lanes.next(of: session) == .nothing, "there is no more")
    }

    @Test func `a lane that is full leaves the rest in the store and reads it when its turn comes`() {
        var lanes = Self.complete(length: 2)
        let all = (1...5).map { Self.delivery($0, of: 1) }
        _ = lanes.add(Array(all[..<2]), to: SessionID(1), behind: nil, sent: nil)
        let additions = [
            lanes.add([all[2]], to: SessionID(1), behind: all[1].id, sent: nil),
            lanes.add([all[3]], to: SessionID(1), behind: all[2].id, sent: nil),
        ]
        #expect(additions == [.none, .none])
        #expect(lanes.kept == 2)
        for delivery in all[..<2] { lanes.pop(delivery) }
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.fill(SessionID(1), with: [all[2], all[3]], after: all[1].id)
        // The result had the maximum length, so there may be more.
        for delivery in all[2..<4] {
            #expect(lanes.next(of: SessionID(1)) == .send(delivery))
            lanes.pop(delivery)
        }
        #expect(lanes.next(of: SessionID(1)) == .read)
        lanes.fill(SessionID(1), with: [], after: all[3].id)
        #expect(lanes.next(of: SessionID(1)) == .nothing)
    }

    @Test func `what is committed while the store is read is neither lost nor sent twice`() {
        var lanes = Self.complete(length: 4)
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        _ = lanes.add(
            [Self.delivery(2, of: 1), Self.delivery(3, of: 1)], to: SessionID(1), behind: Self.place(1), sent: nil)
        lanes.fill(SessionID(1), with: [Self.delivery(1, of: 1), Self.delivery(2, of: 1)], after: nil)
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
        lanes.fill(SessionID(1), with: [Self.delivery(1, of: 1)], after: nil)
        #expect(lanes.next(of: SessionID(1)) == .nothing)
    }

    @Test func `more conversations than lanes wait until there is room, and the search is told`() {
        var lanes = Self.complete(most: 2)
        let additions = (1...3).map {
            lanes.add([Self.delivery($0, of: $0)], to: SessionID(Int64($0)), behind: nil, sent: nil)
        }
        #expect(additions == [.opened, .opened, .none])
        #expect(lanes.count == 2)
        #expect(!lanes.isComplete)
        #expect(lanes.open(SessionID(3)) == nil)
        #expect(lanes.open(SessionID(1)) == false)
        lanes.pop(Self.delivery(1, of: 1))
        #expect(lanes.next(of: SessionID(1)) == .nothing)
        #expect(lanes.open(SessionID(3)) == true)
        // The first ones are in the store, so it is read first.
        #expect(lanes.next(of: SessionID(3)) == .read)
    }

    @Test func `a conversation without a lane that comes during a search makes it begin again`() {
        var lanes = Self.complete(most: 1)
        lanes.beginSearch()
        _ = lanes.add([Self.delivery(1, of: 1)], to: SessionID(1), behind: nil, sent: nil)
        _ = lanes.add([Self.delivery(2, of: 2)], to: SessionID(2), behind: nil, sent: nil)
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
        lanes.fill(SessionID(1), with: nil, after: nil)
        #expect(lanes.next(of: SessionID(1)) == .read)
    }

    /// Empties a lane, which reads later messages from the store; returns the numbers in order.
    private static func drain(_ lanes: inout Lanes, _ stored: [Int]) -> [Int] {
        var sent: [Int] = []
        while true {
            switch lanes.next(of: SessionID(1)) {
            case .send(let delivery):
                sent.append(delivery.id.number)
                lanes.pop(delivery)
            case .read:
                let last = sent.last ?? 0
                let found = stored.filter { $0 > last }.prefix(lanes.length).map { delivery($0, of: 1) }
                lanes.fill(SessionID(1), with: Array(found), after: last == 0 ? nil : DeliveryID(SessionID(1), last))
            case .nothing: return sent
            }
        }
    }

    @Test func `what another process has put between goes before what was committed after it`() {
        var open = Self.complete()
        _ = open.add([Self.delivery(1, of: 1)], to: SessionID(1), behind: nil, sent: nil)
        let late = open.add([Self.delivery(3, of: 1)], to: SessionID(1), behind: Self.place(2), sent: nil)
        #expect(late == .readsAgain)
        #expect(Self.drain(&open, [1, 2, 3]) == [1, 2, 3])
        var closed = Self.complete()
        #expect(closed.add([Self.delivery(2, of: 1)], to: SessionID(1), behind: Self.place(1), sent: nil) == .opened)
        #expect(Self.drain(&closed, [1, 2]) == [1, 2])
        var known = Self.complete()
        _ = known.add([Self.delivery(2, of: 1)], to: SessionID(1), behind: Self.place(1), sent: Self.place(1))
        #expect(known.next(of: SessionID(1)) == .send(Self.delivery(2, of: 1)), "all before it has been sent")
    }

    @Test func `what another process has deleted is not sent once the server commits something`() {
        var lanes = Self.complete()
        _ = lanes.add([Self.delivery(1, of: 1), Self.delivery(2, of: 1)], to: SessionID(1), behind: nil, sent: nil)
        let addition = lanes.add([Self.delivery(3, of: 1)], to: SessionID(1), behind: nil, sent: nil)
        #expect(addition == .readsAgain)
        #expect(Self.drain(&lanes, [3]) == [3])
    }

    @Test func `what another process writes while the store is read is read next`() {
        var lanes = Self.complete()
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        _ = lanes.add([Self.delivery(3, of: 1)], to: SessionID(1), behind: Self.place(2), sent: nil)
        // Read before the other process wrote the second.
        lanes.fill(SessionID(1), with: [Self.delivery(1, of: 1)], after: nil)
        #expect(Self.drain(&lanes, [1, 2, 3]) == [1, 2, 3])
        _ = lanes.open(SessionID(1))
        #expect(lanes.next(of: SessionID(1)) == .read)
        _ = lanes.add([Self.delivery(5, of: 1)], to: SessionID(1), behind: Self.place(4), sent: Self.place(3))
        _ = lanes.add([Self.delivery(7, of: 1)], to: SessionID(1), behind: Self.place(6), sent: Self.place(3))
        lanes.fill(SessionID(1), with: [Self.delivery(4, of: 1)], after: Self.place(3))
        #expect(Self.drain(&lanes, [4, 5, 6, 7]) == [4, 5, 6, 7])
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
            group.addTask { await outbox.run { _, _, _ in } }
            await outbox.untilIdle()
            group.cancelAll()
        }
        let expected = ["Yes?"] + ["1", "2", "3", "4"].flatMap { ["You said \($0).", "Yes?"] }
        for number in 0..<30 { #expect(channel.device(of: "c\(number)") == expected) }
        #expect(channel.attempts.count == 30 * 9)
        #expect(try await store.sessionsWithDeliveries(after: nil, limit: 9) == [])
    }
}
