import Channels
import FlowEngine
import FlowModel
import HTTPActions
import JSON
import Synchronization

/// A payment provider controlled by a test: it returns prepared outcomes, and records its requests.
final class Provider: Sendable {
    enum Answer: Sendable {
        case paid
        case declined(String)
        /// Charges the card, and the response is lost.
        case lost
        case unreachable
    }

    private struct State {
        var answers: [Answer] = []
        var asked: [(key: String, amount: JSONValue)] = []
        /// The keys of completed charges.
        var taken: Set<String> = []
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [AsyncStream<Void>.Continuation] = []
        var costs: JSONValue = [:]
    }

    private let state = Mutex(State())

    /// - Parameter answers: the outcomes in order; after them everything is paid.
    init(_ answers: Answer...) { state.withLock { $0.answers = answers } }

    var action: JSONAction {
        JSONAction { [self] inputs, key async throws(JSONAction.Failure) in
            await arrive(inputs, key)
            return try answer(key)
        }
    }

    /// Recalculates a sheet.
    var costs: JSONAction {
        JSONAction { [self] inputs, _ async throws(JSONAction.Failure) in
            await arrive([:], "costs")
            return state.withLock(\.costs)
        }
    }

    func answerCosts(_ costs: JSONValue) { state.withLock { $0.costs = costs } }

    /// The keys of all charge requests, in order.
    var keys: [String] { state.withLock { $0.asked.map(\.key) } }
    var amounts: [JSONValue] { state.withLock { $0.asked.map(\.amount) } }
    var takenCount: Int { state.withLock(\.taken.count) }

    /// Records a charge made for a server that has ended.
    func hasTaken(_ key: String) { state.withLock { _ = $0.taken.insert(key) } }

    /// From now on no request gets a response before `release`.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns when it has received `count` requests.
    func untilAsked(_ count: Int) async {
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(told) }
        while state.withLock(\.asked.count) < count, !Task.isCancelled {
            for await _ in changes { break }
        }
    }

    private func arrive(_ inputs: JSONValue, _ key: String) async {
        let watchers = state.withLock { state in
            state.asked.append((key, inputs["amount"] ?? .null))
            return state.watchers
        }
        for watcher in watchers { watcher.yield() }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return !state.isHolding
            }
            if goesOn { continuation.resume() }
        }
    }

    private func answer(_ key: String) throws(JSONAction.Failure) -> JSONValue {
        let answer = state.withLock { state -> Answer in
            if state.taken.contains(key) { return .paid }
            let answer = state.answers.isEmpty ? .paid : state.answers.removeFirst()
            switch answer {
            case .paid, .lost: state.taken.insert(key)
            case .declined, .unreachable: break
            }
            return answer
        }
        switch answer {
        case .paid: return ["reference": .string("ch-\(key.suffix(6))")]
        case .declined(let problem): throw JSONAction.Failure(problem, because: "the card was refused")
        case .lost, .unreachable: throw JSONAction.Failure(nil, because: "nobody answers")
        }
    }
}
