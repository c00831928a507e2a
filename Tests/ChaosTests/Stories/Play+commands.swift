import FlowEngine
import JSON

@testable import ConversationRuntime

/// Actions of operators on the command line, in a separate process that writes to the same database.
extension Play {
    mutating func move(_ customer: String, to step: String) async {
        guard let engine = engines[version] else { return }
        await command(on: customer) { "\(try await $0.move($1, to: step, with: engine))" }
    }

    mutating func commandGiveBack(_ customer: String) async {
        guard let engine = engines[version] else { return }
        await command(on: customer) { "\(try await $0.giveBack($1, to: engine))" }
    }

    /// Retries the oldest message that has become a dead letter.
    mutating func retry() async {
        let outside = outside
        await command("for dead letters") { operations in
            guard let letter = try await operations.operators.filedLetters(after: nil, limit: 1).first else {
                return "there is none"
            }
            // Recorded before the retry, because its outcome may be unknown.
            if let id = letter.letter.content["id"]?.string { outside.change { _ = $0.retried.insert(id) } }
            return "\(try await operations.retry(letter))"
        }
    }

    mutating func command(
        on customer: String, _ work: @escaping @Sendable (Operations, SessionSummary) async throws -> String
    ) async {
        await command("for \(customer)") { operations in
            guard let summary = try await operations.operators.sessions(named: customer).first else {
                return "there is no session"
            }
            return try await work(operations, summary)
        }
    }

    /// Runs a command while the server answers, sends and waits, or while no server runs; it has exclusive use of the
    /// database for that time.
    private mutating func command(
        _ what: String, _ work: @escaping @Sendable (Operations) async throws -> String
    ) async {
        guard let operations = commander?.operations else { return }
        let (outside, conductor, server) = (outside, conductor, life?.orderly)
        let running = Task(executorPreference: conductor) {
            do {
                let said =
                    if let server { try await server.letOther { try await work(operations) } } else {
                        try await conductor.read { try await work(operations) }
                    }
                outside.tell("the command \(what) says: \(said)")
            } catch {
                outside.tell("the command \(what) fails")
            }
        }
        if server == nil { await running.value } else { commands.append(running) }
    }
}

extension Story.Step {
    /// Whether an operator does it in the second process, which needs no server.
    var isCommand: Bool {
        switch self {
        case .move, .commandWrite, .commandGiveBack, .retry: true
        default: false
        }
    }
}
