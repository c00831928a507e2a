/// Checks a run of several servers: each conversation is a list to which turns are appended, and each device reads it.
public struct HistoryChecker {
    private let record: RunRecord

    public init(_ record: RunRecord) { self.record = record }

    /// What is wrong, in words; empty when the run keeps every promise.
    public func faults() -> [String] {
        acceptance() + record.conversations.flatMap { numbers($0) + replay($0) + arrivals($0) } + marks() + calls()
            + realTime() + record.leftovers.map { "left over: \($0)" }
    }

    private var turns: [RunRecord.Turn] { record.conversations.flatMap(\.turns) }

    /// Every acknowledged webhook counts once, and nothing counts that was not posted.
    private func acceptance() -> [String] {
        let heard = Dictionary(turns.compactMap(\.arrival).map { ($0, 1) }, uniquingKeysWith: +)
        var faults: [String] = []
        for webhook in record.webhooks where webhook.isAcknowledged {
            guard let isAnswered = record.arrivals[webhook.id] else {
                faults.append("\(webhook.id) of \(webhook.customer) was acknowledged and is lost")
                continue
            }
            if isAnswered, heard[webhook.id] == nil {
                faults.append("\(webhook.id) of \(webhook.customer) counts as answered and is in no history")
            }
        }
        for (id, count) in heard.sorted(by: { $0.key < $1.key }) where count > 1 {
            faults.append("\(id) is in the history \(count) times")
        }
        let posted = Set(record.webhooks.map(\.id))
        return faults + heard.keys.filter { !posted.contains($0) }.sorted().map { "\($0) was heard and never posted" }
    }

    /// Revisions and turns are 1, 2, … without a gap.
    private func numbers(_ conversation: RunRecord.Conversation) -> [String] {
        let numbers = conversation.turns.map(\.number)
        var faults: [String] = []
        if numbers != numbers.indices.map({ $0 + 1 }) { faults.append("turns of \(conversation.customer): \(numbers)") }
        if conversation.revision != numbers.count {
            faults.append(
                "\(conversation.customer) has the revision \(conversation.revision) after \(numbers.count) turns")
        }
        return faults
    }

    /// A replay gives the same messages and the same session, to the byte.
    private func replay(_ conversation: RunRecord.Conversation) -> [String] {
        var faults = conversation.turns.filter { $0.effects != $0.replayedEffects }.map {
            "turn \($0.number) of \(conversation.customer) is another one when it is played again"
        }
        if conversation.state != conversation.replayedState {
            faults.append("the session of \(conversation.customer) is not what its history gives")
        }
        return faults
    }

    /// The device has every message of the history once, in that order.
    private func arrivals(_ conversation: RunRecord.Conversation) -> [String] {
        let sent = conversation.turns.flatMap(\.messages)
        if sent == conversation.arrived { return [] }
        return ["\(conversation.customer) was sent \(sent), and received \(conversation.arrived)"]
    }

    /// Each message is marked as sent once, by the server that held its lane.
    private func marks() -> [String] {
        struct Place: Hashable {
            let session: Int
            let number: Int
        }
        var seen: [Place: Int] = [:]
        var faults: [String] = []
        for mark in record.marks {
            let place = "message \(mark.number) of session \(mark.session)"
            if mark.node != mark.holder {
                faults.append("\(place) was marked by \(mark.node) while \(mark.holder) held it")
            }
            if let epoch = seen.updateValue(mark.epoch, forKey: Place(session: mark.session, number: mark.number)) {
                faults.append("\(place) was marked under the epochs \(epoch) and \(mark.epoch)")
            }
        }
        return faults
    }

    /// A call is requested once and answered once at most, and its key is no other's.
    private func calls() -> [String] {
        let requested = Dictionary(turns.flatMap(\.calls).map { ($0, 1) }, uniquingKeysWith: +)
        let answered = Dictionary(turns.compactMap(\.answered).map { ($0, 1) }, uniquingKeysWith: +)
        var faults = requested.filter { $0.value > 1 }.keys.sorted().map { "the call \($0) was requested twice" }
        faults += answered.filter { $0.value > 1 }.keys.sorted().map { "the call \($0) was answered twice" }
        faults += requested.keys.filter { answered[$0] == nil }.sorted().map { "the call \($0) has no answer" }
        faults += answered.keys.filter { requested[$0] == nil }.sorted().map { "the call \($0) was never requested" }
        return faults
            + Set(record.keys).subtracting(requested.keys).sorted().map { "the key \($0) belongs to no call" }
    }

    /// If one message of a customer was acknowledged before another was posted, the history has them in that order.
    private func realTime() -> [String] {
        let places = Dictionary(
            record.conversations.flatMap { conversation in
                conversation.turns.compactMap { turn in turn.arrival.map { ($0, turn.number) } }
            }, uniquingKeysWith: { one, _ in one })
        return Dictionary(grouping: record.webhooks.filter(\.isAcknowledged), by: \.customer).sorted { $0.key < $1.key }
            .flatMap { customer, webhooks in
                let known = webhooks.compactMap { webhook in places[webhook.id].map { (webhook, $0) } }
                return known.flatMap { earlier, place in
                    known.filter { later, other in earlier.ended < later.began && other < place }.map { later, _ in
                        "\(later.id) of \(customer) stands before \(earlier.id), which was acknowledged before it was posted"
                    }
                }
            }
    }
}
