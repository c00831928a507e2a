import ConversationRuntime
import JSON

/// A reason why a server is not ready.
struct HealthProblem: Sendable, Equatable {
    let cause: UnreadyCause
    /// What is wrong, and what to do about it.
    let reason: String

    init(_ cause: UnreadyCause, _ reason: String) {
        self.cause = cause
        self.reason = reason
    }

    init(_ trouble: StoreTrouble) {
        let cause: UnreadyCause =
            switch trouble {
            case .gone: .database
            case .full: .disk
            case .damaged: .damage
            }
        self.init(cause, "\(trouble)")
    }
}

/// What keeps a server from being ready, as a fixed name for monitoring.
package enum UnreadyCause: String, CaseIterable, Sendable {
    /// The database does not respond, or is missing.
    case database
    /// The disk of the database is full.
    case disk
    /// The database is damaged.
    case damage
    /// The database does not count the server as running, which therefore sends nothing.
    case lease
    /// Apple rejects the credentials, and nothing is sent.
    case credentials
    /// The bot, one of several, has stopped.
    case stopped
}

extension [HealthProblem] {
    /// All reasons in one text.
    var reason: String { map(\.reason).joined(separator: "; ") }

    /// The causes, each once.
    var causes: [UnreadyCause] { UnreadyCause.allCases.filter { cause in contains { $0.cause == cause } } }

    /// The causes for monitoring; `nil` when there are none.
    var causesJSON: JSONValue? { isEmpty ? .none : .some(.array(causes.map { .string($0.rawValue) })) }
}
