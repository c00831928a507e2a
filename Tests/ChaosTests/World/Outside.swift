import Channels
import Concurrency
import ConversationRuntime
import Expressions
import MessageModel
import Synchronization

/// Everything that outlives the server: customers with their phones, Apple in between, the garage's own system, the clock, and what a
/// run is judged by.
final class Outside: Sendable {
    /// A message that a customer sent, as Apple knows of it.
    struct Sent: Sendable {
        var arrival: Arrival
        /// Whether the answer has come back: then Apple does not send it again.
        var isAnswered = false
        /// What the server said of it first.
        var receipt: Receipt?
        /// When the server was given it, each time.
        var handed: [Moment] = []
    }

    struct State: Sendable {
        var sent: [Sent] = []
        /// In the order in which they were given to a server.
        var handed: [Moment: Int] = [:]
        var phones: [String: Phone] = [:]
        var devices: [String: WebDevice] = [:]
        /// The codes that the provider has given out: for whom, and whether they have been brought.
        var codes: [String: (customer: String, isUsed: Bool)] = [:]
        /// By key: with what it was asked, and how often it was done.
        var performed: [String: Performed] = [:]
        /// The ids of messages that operators have had sent again.
        var retried: Set<String> = []
        var lines: [String] = []
        var broken: [String] = []
    }

    struct Performed: Sendable {
        var call: ActionCall
        var times = 0
    }

    let clock: TurnableClock
    let chance: Chance
    let log = Log()
    private let manners: Mutex<Manners>
    private let state = Mutex(State())
    private let start: Moment
    /// What the phones can show.
    private let capabilities: Capabilities

    init(_ chance: Chance, _ story: Story) {
        self.chance = chance
        start = story.start
        capabilities = Capabilities(list: story.version == Shop.version ? "QUICK,LIST,TIME,AUTH2" : "QUICK,LIST,TIME")
        manners = Mutex(story.manners)
        clock = TurnableClock(standingAt: start)
    }

    var now: State { state.withLock { $0 } }
    var behaviour: Manners { manners.withLock { $0 } }

    /// From here on everything goes well.
    func behave() { manners.withLock { $0 = .good } }

    func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result { state.withLock(body) }

    /// Writes a line of the transcript.
    func tell(_ line: String) {
        let time = (clock.now - start).milliseconds
        // At once, so that a run which hangs shows where.
        if Chaos.wanted != nil { print("\(time) ms  \(line)") }
        state.withLock { $0.lines.append("\(time) ms  \(line)") }
    }

    /// A promise has not been kept.
    func complain(_ line: String) {
        tell("BROKEN: \(line)")
        state.withLock { $0.broken.append(line) }
    }

    /// Somebody brings a code to the provider. Returns whose it is when it is good.
    func use(_ code: String) -> String? {
        let found = state.withLock { state in
            defer { state.codes[code]?.isUsed = true }
            return state.codes[code]
        }
        guard let found else { return nil }
        if found.isUsed { complain("the code of \(found.customer) was brought twice") }
        return found.isUsed ? nil : found.customer
    }

    // Apple.

    /// A customer sends something. Returns its number.
    func send(_ content: Arrival.Content, from customer: String) -> Int {
        state.withLock { state in
            let number = state.sent.count
            state.sent.append(
                Sent(
                    arrival: Arrival(
                        conversation: Self.conversation(with: customer), id: "m\(number)", at: start, content: content,
                        capabilities: capabilities)))
            return number
        }
    }

    static func conversation(with customer: String) -> ConversationKey {
        ConversationKey(channel: "apple", customer: customer, business: "garage")
    }

    /// What a customer is called in the transcript; ids of the web chat are others in every run.
    func name(of conversation: ConversationKey) -> String {
        let device = now.devices.first { $0.value.customer == conversation.customer }
        return device?.key ?? conversation.customer
    }

    /// What Apple has not had an answer for, the oldest first.
    var unanswered: [Int] { now.sent.indices.filter { !now.sent[$0].isAnswered } }

    /// A message is given to the server, at a time that nothing else was given at.
    func hand(_ number: Int) -> Arrival {
        state.withLock { state in
            var at = clock.now
            while state.handed[at] != nil { at = at + .milliseconds(1) }
            state.handed[at] = state.handed.count
            state.sent[number].handed.append(at)
            var arrival = state.sent[number].arrival
            arrival.at = at
            return arrival
        }
    }

    /// The server has answered; whether Apple hears it is another matter.
    func answer(_ number: Int, _ receipt: Receipt) {
        let before = state.withLock { state in
            defer { state.sent[number].receipt = state.sent[number].receipt ?? receipt }
            return state.sent[number].receipt
        }
        if before != nil, receipt != .repeated, !now.sent[number].isHint {
            complain("m\(number) was answered twice: \(receipt)")
        }
        let isHeard = !behaviour.losesAnswer(chance)
        if isHeard { state.withLock { $0.sent[number].isAnswered = true } }
        tell("m\(number) is \(receipt.word)\(isHeard ? "" : ", and Apple does not hear it")")
    }
}

extension Outside.Sent {
    /// Whether it is no message, and may be heard any number of times: that a sheet was closed.
    var isHint: Bool {
        if case .sheetClosed = arrival.content { true } else { false }
    }
}

extension Receipt {
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .repeated: "repeated"
        case .ignored(let reason): "ignored (\(reason))"
        }
    }
}
