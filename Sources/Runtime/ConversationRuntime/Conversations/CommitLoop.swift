import Traces

/// The one loop that commits a turn: answer an event, commit everything that follows from it, and answer it again when
/// another process has changed the session meanwhile.
struct CommitLoop: Sendable {
    let store: any SessionStore
    var traces: Traces?

    /// The number of times an event is answered before it is given up.
    private static let attempts = 10

    /// What an event is answered with.
    enum Answer<Reply> {
        case commit(TurnRecord, Reply)
        /// There is nothing to commit.
        case nothing(Reply)
    }

    /// The outcome of the answer.
    enum Result<Reply> {
        /// Its effects are durable.
        case committed(Committed, TurnRecord, Reply)
        case nothing(Reply)
        /// The event had been handled before.
        case repeated
    }

    /// - Parameters:
    ///   - answer: loads the session and answers the event.
    ///   - conflict: called before the event is answered again.
    /// - Throws: what `answer` and the store throw, and `ConversationError`; nothing has changed then.
    func run<Reply>(
        _ answer: () async throws -> Answer<Reply>, onConflict conflict: () -> Void = {}
    ) async throws -> Result<Reply> {
        for _ in 0..<Self.attempts {
            switch try await answer() {
            case .nothing(let reply): return .nothing(reply)
            case .commit(let record, let reply):
                switch try await commit(record) {
                case .committed(let committed): return .committed(committed, record, reply)
                case .repeated: return .repeated
                case .conflict: conflict()
                }
            }
        }
        throw ConversationError.tooManyConflicts
    }

    private func commit(_ record: TurnRecord) async throws -> CommitResult {
        try await traces.span("commit") { span in
            let result = try await store.commit(record)
            span.set("usher.outcome", result.word)
            return result
        }
    }
}

extension CommitResult {
    /// For spans.
    fileprivate var word: String {
        switch self {
        case .committed: "committed"
        case .repeated: "repeated"
        case .conflict: "conflict"
        }
    }
}
