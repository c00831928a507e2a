package import Channels
package import ConversationRuntime
import Expressions

/// Waits for the answers of the running servers of a bot to a publication.
package struct ActivationWait: Sendable {
    private let publisher: Publisher
    private let nodes: any NodeStore
    private let clock: any WallClock

    /// How long the first answer is waited for.
    private static let patience = TimeLength.seconds(10)
    /// How long the other servers are waited for after the first; each looks every second.
    private static let rest = TimeLength.seconds(5)
    private static let pause = TimeLength.milliseconds(100)

    /// - Parameter nodes: the servers that share the database; a server that has a file for itself is not among them.
    package init(_ publisher: Publisher, nodes: any NodeStore, clock: any WallClock = SystemClock()) {
        self.publisher = publisher
        self.nodes = nodes
        self.clock = clock
    }

    /// Returns when all running servers have activated a publication, when one has rejected it, or when the time is over.
    package func report(of publication: Publication) async throws -> ActivationReport {
        var end = clock.now + Self.patience
        var hasBegun = false
        while true {
            let report = try await look(at: publication)
            if report.isComplete || clock.now >= end { return report }
            if !hasBegun, report.outcome != nil {
                hasBegun = true
                end = clock.now + Self.rest
            }
            try await clock.sleep(until: clock.now + Self.pause)
        }
    }

    /// Returns what the servers have done until now; those that have stopped meanwhile do not count.
    private func look(at publication: Publication) async throws -> ActivationReport {
        let running = try await nodes.all(at: clock.now).filter(\.isRunning)
        let active = running.filter { ($0.publication ?? 0) >= publication.number }.map(\.node.name)
        let silent = running.map(\.node.name).filter { !active.contains($0) }
        // Read last: a refusal counts, whatever the others have done.
        let outcome = try await publisher.outcome(of: publication)
        return ActivationReport(outcome, active: active, silent: silent)
    }
}
