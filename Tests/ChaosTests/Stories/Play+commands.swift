import FlowEngine

@testable import ConversationRuntime

/// What operators do from the command line, in a process of its own that writes to the same database.
extension Play {
    mutating func move(_ customer: String, to step: String) {
        guard let engine = engines[version] else { return }
        command(on: customer) { try await $0.move($1, to: step, with: engine) ?? "moved" }
    }

    mutating func commandGiveBack(_ customer: String) {
        guard let engine = engines[version] else { return }
        command(on: customer) { "\(try await $0.giveBack($1, to: engine))" }
    }

    /// Runs a command while the server answers, sends and waits; at the database it is alone for that time.
    mutating func command(
        on customer: String, _ work: @escaping @Sendable (Operations, SessionSummary) async throws -> String
    ) {
        guard let life, !life.pulse.isOver, let operators = life.operators else { return }
        let outside = outside
        handing.append(
            Task(executorPreference: conductor) {
                do {
                    let said = try await life.orderly.read { _ in
                        guard let summary = try await operators.store.sessions(named: customer).first else {
                            return "there is no session"
                        }
                        return try await work(operators, summary)
                    }
                    outside.tell("the command for \(customer) says: \(said)")
                } catch {
                    if !life.pulse.isOver { outside.tell("the command for \(customer) fails") }
                }
            })
    }
}
