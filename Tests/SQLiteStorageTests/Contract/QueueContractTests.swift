import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel
import Testing

/// The promises of every store about the queues in which customers wait for people.
@Suite struct QueueContractTests {
    @Test(arguments: StoreKind.allCases) func `those who came earlier and have not been answered are ahead`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await store.shared(with: .ana).isEmpty)
            let ana = try await store.saved(handedOver(.ana, to: "desk", at: tenOClock))
            _ = try await store.saved(handedOver(.ben, to: "desk", at: tenOClock + .minutes(1)))
            #expect(try await figures(.ana, store) == [])
            #expect(try await figures(.ben, store) == [QueueFigures(queue: "desk", ahead: 1)])
            #expect(try await figures(.cem, store) == [QueueFigures(queue: "desk", ahead: 2)])
            let answered = try await store.saved(personSaid("Hello", in: ana, at: tenOClock + .minutes(4)))
            #expect(
                try await figures(.ben, store) == [QueueFigures(queue: "desk", ahead: 0, wait: .minutes(4))])
            _ = try await store.saved(personSaid("Are you there?", in: answered, at: tenOClock + .minutes(40)))
            #expect(
                try await figures(.cem, store) == [QueueFigures(queue: "desk", ahead: 1, wait: .minutes(4))])
        }
    }

    @Test(arguments: StoreKind.allCases) func `who is given back, or handed to another queue, waits no longer`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(handedOver(.ana, to: "desk", at: tenOClock))
            let moved = try await store.saved(handedOver(.ana, to: "nurses", at: tenOClock + .minutes(1), ana))
            #expect(try await figures(.cem, store) == [QueueFigures(queue: "nurses", ahead: 1)])
            _ = try await store.saved(record(.ana, replacing: moved))
            #expect(try await figures(.cem, store) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `the latest twenty waits count`(kind: StoreKind) async throws {
        try await kind.run { store in
            var session = try await store.saved(handedOver(.ana, to: "desk", at: tenOClock))
            for number in 1...30 {
                let wait = number <= 10 ? TimeLength.hours(5) : .minutes(number)
                let now = session.session.lastAt ?? tenOClock
                session = try await store.saved(personSaid("Hello", in: session, at: now + wait))
                session = try await store.saved(handedOver(.ana, to: "desk", at: now + wait, session))
            }
            #expect(try await figures(.cem, store).first?.wait == .minutes(21))
        }
    }

    private func figures(_ conversation: ConversationKey, _ store: any SessionStore) async throws -> [QueueFigures] {
        try await store.shared(with: conversation).queues
    }

    private func personSaid(_ text: String, in stored: StoredSession, at moment: Moment) throws -> TurnRecord {
        let event = Event(.personSaid(text), at: moment, seed: Seed(high: 1, low: 1))
        var answer = try record(stored.conversation, replacing: stored, at: moment)
        answer.event = event
        answer.turn = stored.session.answered(with: text, at: moment, seed: event.seed)
        return answer
    }

    private func handedOver(
        _ conversation: ConversationKey, to queue: String, at moment: Moment, _ stored: StoredSession? = nil
    ) throws -> TurnRecord {
        var handover = try record(conversation, replacing: stored, at: moment)
        var turn = try #require(handover.turn)
        turn.session.status = .withPerson
        turn.session.lastAt = moment
        turn.effects = [.handOver(queue: queue, address: nil, note: nil)]
        handover.turn = turn
        return handover
    }
}

extension ConversationKey {
    fileprivate static let cem = ConversationKey(channel: "apple", customer: "cem", business: "shop")
}
