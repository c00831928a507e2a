import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel
import Testing

/// The promises of every store about agents, and the queues in which they work.
@Suite struct DeskContractTests {
    @Test(arguments: StoreKind.allCases) func `conversations that no agent has come first`(kind: StoreKind) async throws
    {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(handedOver("ana", to: "desk", at: tenOClock))
            _ = try await stores.sessions.saved(handedOver("ben", to: "desk", at: tenOClock + .minutes(1)))
            let cem = try await stores.sessions.saved(handedOver("cem", to: "billing", at: tenOClock + .minutes(2)))
            _ = try await stores.sessions.saved(act(.take, by: "jo", in: ana, at: tenOClock + .minutes(3)))
            let taken = try await stores.sessions.saved(
                act(.assign(to: "jo"), by: "kim", in: cem, at: tenOClock + .minutes(4)))
            let names = { (filter: HandoverFilter, place: HandoverPlace?, limit: Int) in
                try await stores.operators.handovers(filter, after: place, limit: limit).map(\.conversation.customer)
            }
            #expect(try await names(HandoverFilter(), nil, 9) == ["ben", "ana", "cem"])
            let first = try await stores.operators.handovers(after: nil, limit: 2)
            #expect(try await names(HandoverFilter(), first.last?.handoverPlace, 9) == ["cem"])
            #expect(first.map(\.assignee) == [nil, "jo"] && first.map(\.queue) == ["desk", "desk"])
            #expect(try await names(HandoverFilter(queue: "billing"), nil, 9) == ["cem"])
            #expect(try await names(HandoverFilter(assignee: .no), nil, 9) == ["ben"])
            #expect(try await names(HandoverFilter(queue: "desk", assignee: .agent("jo")), nil, 9) == ["ana"])
            #expect(try await stores.operators.deskLoad().agents == [DeskLoad.Agent(name: "jo", conversations: 2)])
            _ = try await stores.sessions.saved(act(.release, by: "jo", in: taken, at: tenOClock + .minutes(5)))
            #expect(try await names(HandoverFilter(), nil, 9) == ["ben", "cem", "ana"])
        }
    }

    @Test(arguments: StoreKind.allCases) func `who has had no answer keeps their time in another queue`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(handedOver("ana", to: "desk", at: tenOClock))
            let ben = try await stores.sessions.saved(handedOver("ben", to: "desk", at: tenOClock))
            let answered = try await stores.sessions.saved(
                act(
                    .send(.link(LinkCard(address: "https://example.com"))), by: "jo", in: ben,
                    at: tenOClock + .minutes(4)))
            for session in [ana, answered] {
                _ = try await stores.sessions.saved(
                    act(.transfer(QueueTransfer(queue: "billing")), by: "jo", in: session, at: tenOClock + .minutes(6)))
            }
            let load = try await stores.operators.deskLoad()
            #expect(
                load.queues == [
                    DeskLoad.Queue(
                        name: "billing", conversations: 2, waiting: 2, oldest: tenOClock),
                    DeskLoad.Queue(name: "desk", waits: [.minutes(4)]),
                ])
            let list = try await stores.operators.handovers(after: nil, limit: 9)
            #expect(list.map(\.withPersonSince) == [tenOClock, tenOClock], "both have been with people since then")
            #expect(list.map(\.queue) == ["billing", "billing"])
        }
    }

    @Test(arguments: StoreKind.allCases) func `who is given back is in no queue, and no agent has them`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let ana = try await stores.sessions.saved(handedOver("ana", to: "desk", at: tenOClock))
            let taken = try await stores.sessions.saved(act(.take, by: "jo", in: ana, at: tenOClock + .minutes(1)))
            var back = try record(taken.conversation, replacing: taken, at: tenOClock + .minutes(2))
            back.turn?.session.people = nil
            _ = try await stores.sessions.saved(back)
            #expect(try await stores.operators.deskLoad() == DeskLoad())
            let summary = try #require(try await stores.operators.sessions(named: "ana").first)
            #expect(summary.assignee == nil && summary.queue == nil)
        }
    }

    @Test(
        arguments: [
            ([], nil, nil), ([4], 4, 4), ([4, 2], 3, 4), ([9, 1, 2], 2, 9), ([1, 2, 3, 10], 2.5, 10),
        ] as [([Double], Double?, Double?)]) func `the median wait has as many on each side`(
            _ minutes: [Double], _ median: Double?, _ longest: Double?
        )
    {
        let length = { (minutes: Double) in TimeLength.milliseconds(Int(minutes * 60_000)) }
        let queue = DeskLoad.Queue(name: "desk", waits: minutes.map(length))
        #expect(queue.medianWait == median.map(length))
        #expect(queue.longestWait == longest.map(length))
    }

    private func handedOver(_ customer: String, to queue: String, at moment: Moment) throws -> TurnRecord {
        let key = ConversationKey(channel: "apple", customer: customer, business: "shop")
        var handover = try record(key, at: moment)
        var turn = try #require(handover.turn)
        turn.session.status = .withPerson
        turn.session.lastAt = moment
        turn.effects = [.handOver(queue: queue, address: nil, note: nil)]
        handover.turn = turn
        return handover
    }

    /// What an agent does, as the engine records it.
    private func act(
        _ act: AgentAct, by agent: String, in stored: StoredSession, at moment: Moment
    ) throws -> TurnRecord {
        var event = Event(.agent(act), at: moment, seed: Seed(high: 1, low: 1))
        event.by = agent
        var done = try record(stored.conversation, replacing: stored, at: moment)
        done.event = event
        var turn = Turn(session: stored.session, effects: [])
        switch act {
        case .send: turn.session.turn += 1
        case .transfer(let transfer):
            turn.session.turn += 1
            turn.session.people = PeopleState(queue: transfer.queue)
            turn.effects = [.handOver(queue: transfer.queue, address: nil, note: transfer.note)]
        case .note, .take, .release, .assign:
            guard case .turn(let own) = stored.session.outcome(of: act, by: agent, at: moment) else {
                Issue.record("it is ignored")
                return done
            }
            turn = own
        }
        done.turn = turn
        return done
    }
}
