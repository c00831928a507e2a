import Channels
public import ConversationRuntime
public import Expressions
import FlowEngine
import JSON

/// Operators' actions.
extension InMemorySessionStore {
    /// Without a web chat a customer has one id.
    public func names(of customer: String) -> [String] { [customer] }

    public func customer(named name: String) -> String { name }

    public func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) -> [SessionSummary] {
        let all = summaries.values.filter { filter.fits($0) && says(filter.text, $0.id) }.sorted { $0.place < $1.place }
        return Array(all.dropFirst(skipping).prefix(limit))
    }

    public func handovers(
        _ filter: HandoverFilter, after place: HandoverPlace?, limit: Int
    ) -> [SessionSummary] {
        var waiting: [(place: HandoverPlace, summary: SessionSummary)] = []
        for summary in summaries.values where filter.fits(summary) {
            guard let own = summary.handoverPlace, place.map({ own > $0 }) ?? true else { continue }
            waiting.append((own, summary))
        }
        return waiting.sorted { $0.place < $1.place }.prefix(limit).map { $0.summary }
    }

    public func deskLoad() -> DeskLoad {
        let withPeople = summaries.values.filter { $0.withPersonSince != nil }
        let names = Set(withPeople.compactMap(\.queue)).union(waits.keys).sorted()
        let agents = Dictionary(grouping: withPeople.compactMap(\.assignee)) { $0 }
        return DeskLoad(
            queues: names.map { name in
                let unanswered = waiting.values.filter { $0.queue == name }
                return DeskLoad.Queue(
                    name: name, conversations: withPeople.count { $0.queue == name }, waiting: unanswered.count,
                    oldest: unanswered.map(\.since).min(), waits: waits[name] ?? [])
            },
            agents: agents.keys.sorted().map {
                DeskLoad.Agent(name: $0, conversations: agents[$0]?.count ?? 0)
            })
    }

    public func sessions(named id: String) -> [SessionSummary] {
        let all = summaries.values.filter { $0.conversation.customer == id || String($0.id.number) == id }
        return all.sorted { $0.id < $1.id }
    }

    public func traces(of customer: String) -> CustomerTraces {
        let known = customers.filter { $0.key.customer == customer }
        let inOrder = known.sorted { ($0.key.business, $0.key.channel) < ($1.key.business, $1.key.channel) }
        return CustomerTraces(known: inOrder.map { CustomerTraces.Known($0.value, in: $0.key) })
    }

    public func erase(customer: String, recording entry: AuditEntry?) -> Erasure {
        let gone = sessions.values.filter { $0.conversation.customer == customer }
        let traces = self.traces(of: gone)
        for session in gone {
            forget(session.id, session.conversation)
            leaveNotice(.changed(session.id), at: SystemClock().now)
        }
        let known = customers.count
        customers = customers.filter { $0.key.customer != customer }
        bubblesForgotten = bubblesForgotten.filter { $0.customer != customer }
        let before = letters.count
        letters.removeAll { $0.letter.conversation.customer == customer }
        openNotices.removeAll {
            if case .again(_, let letter) = $0.notice.kind { letter.conversation.customer == customer } else { false }
        }
        return Erasure(
            sessions: gone.count, letters: before - letters.count, customers: known - customers.count, traces: traces,
            isThorough: true)
    }

    private func traces(of gone: [StoredSession]) -> [Erasure.Trace: Int] {
        let ids = Set(gone.map(\.id))
        return [
            .events: ids.reduce(0) { $0 + histories[$1, default: []].count },
            .bubbles: bubbles.values.count { ids.contains($0.session) },
            .deliveries: ids.reduce(0) { $0 + deliveries[$1, default: []].count },
            .timers: timers.keys.count { ids.contains($0.session) },
            .calls: openCalls.values.count { call in gone.contains { $0.conversation == call.conversation } },
        ]
    }

    public func markedTurns(since moment: Moment, after turn: MarkedTurn?, limit: Int) -> [MarkedTurn] {
        let all = marks.keys.sorted().flatMap { marks[$0, default: []] }
        let last = (turn?.session ?? SessionID(0), turn?.turn ?? 0)
        return Array(all.filter { $0.at >= moment && ($0.session, $0.turn) > last }.prefix(limit))
    }

    public func filedLetters(of customer: String) -> [StoredDeadLetter] {
        letters.filter { $0.letter.conversation.customer == customer }
    }

    public func drop(_ letter: DeadLetterID, recording entry: AuditEntry?) -> Bool {
        let isThere = filedLetter(letter) != nil
        letters.removeAll { $0.id == letter }
        openNotices.removeAll { if case .again(let id, _) = $0.notice.kind { id == letter } else { false } }
        return isThere
    }

    /// Whether a non-private answer contains these words.
    private func says(_ text: String?, _ id: SessionID) -> Bool {
        guard let text else { return true }
        let answers = sessions[id]?.session.shownAnswers.json.texts ?? []
        return answers.contains { $0.lowercased().contains(text.lowercased()) }
    }
}

extension SessionFilter {
    fileprivate func fits(_ summary: SessionSummary) -> Bool {
        (status ?? summary.status) == summary.status && (flow ?? summary.flow) == summary.flow
            && (step ?? summary.step) == summary.step
            && (customer.map { summary.conversation.customer.contains($0) } ?? true)
            && (activeSince.map { summary.activeAt >= $0 } ?? true)
            && (waitingSince.map { summary.activeAt < $0 && !summary.isOver } ?? true)
            && (after.map { $0 < summary.place } ?? true)
    }
}

extension SessionSummary {
    var isOver: Bool {
        [Session.Status.ended.rawValue, Session.Status.closed.rawValue].contains(status)
    }
}

extension JSONValue {
    /// All strings in it.
    fileprivate var texts: [String] {
        if let string { return [string] }
        return (array ?? []).flatMap(\.texts) + (object ?? [:]).flatMap { $0.1.texts }
    }
}
