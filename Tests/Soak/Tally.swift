import Synchronization

/// The messages seen by customers, durations, and errors.
final class Tally: Sendable {
    /// The duration of a request, and when it began.
    struct Wait: Sendable {
        let began: ContinuousClock.Instant
        let length: Duration
    }

    fileprivate struct State {
        var phone: [String] = []
        var browser: [String] = []
        var phones = 0
        var browsers = 0
        var taken: [Wait] = []
        var kills: [ContinuousClock.Instant] = []
        var findings: [String] = []
    }

    private let state = Mutex(State())
    /// The number of errors shown; more are only counted.
    fileprivate static let mostFindings = 20

    /// Sets the messages that the first customer of each kind has seen.
    func expect(phones: [String], browsers: [String]) {
        state.withLock { ($0.phone, $0.browser) = (phones, browsers) }
    }

    func compare(phone seen: [String]) {
        state.withLock { state in
            state.phones += 1
            if seen != state.phone { state.find("a phone saw \(seen.difference(from: state.phone).words)") }
        }
    }

    func compare(browser seen: [String]) {
        state.withLock { state in
            state.browsers += 1
            if seen != state.browser { state.find("a browser saw \(seen.difference(from: state.browser).words)") }
        }
    }

    func find(_ finding: String) { state.withLock { $0.find(finding) } }

    /// Records an accepted request.
    func note(taken wait: Wait) { state.withLock { $0.taken.append(wait) } }

    func note(kill moment: ContinuousClock.Instant) { state.withLock { $0.kills.append(moment) } }

    var phones: Int { state.withLock(\.phones) }
    var browsers: Int { state.withLock(\.browsers) }
    var kills: Int { state.withLock(\.kills.count) }
    var findings: [String] { state.withLock(\.findings) }

    /// All requests accepted since the last kill, in the order in which they began.
    var undisturbed: [Wait] {
        state.withLock { state in
            let last = state.kills.last.map { $0 + .seconds(5) }
            return state.taken.filter { wait in last.map { wait.began > $0 } ?? true }.sorted { $0.began < $1.began }
        }
    }

    var taken: Int { state.withLock(\.taken.count) }

    /// Performs a sending action, and records its duration.
    func timing<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        let began = ContinuousClock.now
        let result = try await work()
        note(taken: Wait(began: began, length: began.duration(to: .now)))
        return result
    }
}

extension Tally.State {
    fileprivate mutating func find(_ finding: String) {
        if findings.count < Tally.mostFindings { findings.append(finding) }
    }
}

extension CollectionDifference<String> {
    /// The missing and the superfluous messages.
    fileprivate var words: String {
        let steps = map { change in
            switch change {
            case .remove(_, let element, _): "no `\(element)`"
            case .insert(_, let element, _): "one more `\(element)`"
            }
        }
        return steps.joined(separator: ", ")
    }
}
