import ConversationRuntime
import ServerMetrics

extension MetricsRegistry {
    /// Adds gauges of the health of a bot, which show the latest results without a new check.
    ///
    /// - Parameters:
    ///   - store: what the monitor watches.
    ///   - problems: returns why the bot cannot receive and send messages; empty when it can.
    func showHealth(
        of store: any HealthStore, in monitor: HealthMonitor, _ problems: @escaping @Sendable () -> [HealthProblem]
    ) {
        gauge("usher_ready", "1 while messages can be received and sent, as /health/ready says.") {
            problems().isEmpty ? 1 : 0
        }
        let causes = NamedGauge<[HealthProblem]>(
            "usher_not_ready", "1 while this keeps the server from being ready.", by: "cause"
        ) { problems in
            let present = problems.causes
            return UnreadyCause.allCases.map { ($0.rawValue, present.contains($0) ? 1.0 : 0.0) }
        }
        gauges([causes]) { problems() }
        gauge("usher_failover_unsafe", "1 while a failover of the database would lose acknowledged messages.") {
            guard store.hasFailover, let isExposed = monitor.isExposed else { return nil }
            return isExposed ? 1 : 0
        }
    }
}
