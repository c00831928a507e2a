import Channels
import Concurrency
import ConversationRuntime
import Expressions
import MessageModel
import Synchronization

/// Everything that outlives the server: customers with their phones, Apple, the garage's own system, the clock, and the
/// records by which a run is checked.
final class Outside: Sendable {
    /// A message that a customer sent, as Apple knows it.
    struct Sent: Sendable {
        var arrival: Arrival
        /// Whether the response has arrived; then Apple does not send the message again.
        var isAnswered = false
        /// The server's first response.
        var receipt: Receipt?
        /// When the server received it, each time.
        var handed: [Moment] = []
    }

    struct State: Sendable {
        var sent: [Sent] = []
        /// In the order in which a server received them.
        var handed: [Moment: Int] = [:]
        var phones: [String: Phone] = [:]
        var devices: [String: WebDevice] = [:]
        /// The codes that the provider has issued: for which customer, and whether they have been used.
        var codes: [String: (customer: String, isUsed: Bool)] = [:]
        /// By key: the inputs, and how often the work was done.
        var performed: [String: Performed] = [:]
        /// The ids of messages that operators have retried.
        var retried: Set<String> = []
        var lines: [String] = []
        var broken: [String] = []
    }

    struct Performed: Sendable {
        var call: ActionCall
        var times = 0
    }

    let clock: TurnableClock
    let chance: SeededRandom
    let log = Log()
    private let manners: Mutex<Manners>
    private let state = Mutex(State())
    private let start: Moment
    /// The capabilities of the phones.
    private let capabilities: Capabilities

    init(_ chance: SeededRandom, _ story: Story) {
        self.chance = chance
        start = story.start
        capabilities = Capabilities(list: story.version == Shop.version ? "QUICK,LIST,TIME,AUTH2" : "QUICK,LIST,TIME")
        manners = Mutex(story.manners)
        clock = TurnableClock(standingAt: start)
    }

    var now: State { state.withLock { $0 } }
    var behaviour: Manners { manners.withLock { $0 } }

    /// Ends all faults.
    func behave() { manners.withLock { $0 = .good } }

    func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result { state.withLock(body) }

    /// Writes a line of the transcript.
    func tell(_ line: String) {
        let time = (clock.now - start).milliseconds
        // Printed immediately, so that a run which hangs shows where.
        if Chaos.wanted != nil { print("\(time) ms  \(line)") }
        state.withLock { $0.lines.append("\(time) ms  \(line)") }
    }

    /// Records a broken promise.
    func complain(_ line: String) {
        tell("BROKEN: \(line)")
        state.withLock { $0.broken.append(line) }
    }

    /// Redeems a code at the provider. Returns its customer if it is valid.
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

    /// Sends something from a customer. Returns its number.
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

    /// Returns a customer's name in the transcript; ids of the web chat differ in every run.
    func name(of conversation: ConversationKey) -> String {
        let device = now.devices.first { $0.value.customer == conversation.customer }
        return device?.key ?? conversation.customer
    }

    /// The messages for which Apple has received no response, the oldest first.
    var unanswered: [Int] { now.sent.indices.filter { !now.sent[$0].isAnswered } }

    /// Delivers a message to the server, at a time used by no other message.
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

    /// Handles the server's response, which may still be lost on the way to Apple.
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
    /// Whether it is not a message but the notice that a sheet was closed, which may be received any number of times.
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
