public import Expressions

/// The clock of a thread: lines with which time passes.
extension ThreadText {
    /// To where time passes.
    public enum Wait: Sendable, Hashable {
        case length(TimeLength)
        /// To the next time at which this happens by itself.
        case wake(PlayState.Wake.Kind)
        /// To the next such day and time of day, in the bot's time zone.
        case weekday(Weekday, TimeOfDay)
    }

    /// The thread with a `wait:` line at its end.
    ///
    /// - Parameters:
    ///   - state: where the conversation stands at the end of the thread.
    ///   - zone: the bot's time zone.
    /// - Throws: when nothing of that kind will happen.
    public func waiting(_ wait: Wait, from state: PlayState, in zone: Zone) throws(ThreadProblem) -> ThreadText {
        let length: TimeLength
        switch wait {
        case .length(let given): length = given
        case .wake(let kind):
            guard let wake = state.wakes.first(where: { $0.kind == kind }) else {
                throw ThreadProblem("there is no \(kind.words) to wait for")
            }
            length = wake.at - state.now
        case .weekday(let weekday, let time):
            let today = zone.date(at: state.now)
            let ahead = (weekday.rawValue - today.weekday.rawValue + 7) % 7
            let first = zone.moment(today + ahead, time)
            length = (first > state.now ? first : zone.moment(today + ahead + 7, time)) - state.now
        }
        guard length > .zero else { throw ThreadProblem("no time would pass") }
        return appending(["wait: \(length.inTranscript)"])
    }
}

extension PlayState.Wake.Kind {
    fileprivate var words: String {
        switch self {
        case .silence: "silence"
        case .reminder: "reminder"
        case .slowness: "slow call"
        case .people: "answer of people"
        }
    }
}

/// The reason why an operation on a thread is not possible, as a sentence for its author.
public struct ThreadProblem: Error, Hashable, CustomStringConvertible {
    /// The sentence, without a full stop.
    public let description: String
    /// A sentence for each value that cannot be read, by its name.
    public let values: [String: String]

    /// Makes a problem of its sentence, and of those about values.
    public init(_ description: String, values: [String: String] = [:]) {
        self.description = description
        self.values = values
    }
}
