import ServerMetrics

/// The metrics of transactions.
struct CommitMetrics: Sendable {
    /// Seconds from `BEGIN` to the end of `COMMIT`.
    let seconds: Histogram
    /// The number of writes in a transaction.
    let groupSize: Histogram

    init(in registry: MetricsRegistry) {
        seconds = registry.histogram(
            "usher_commit_seconds", "How long a transaction took.",
            bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1])
        groupSize = registry.histogram(
            "usher_commit_group_size", "How many writes shared a transaction.", bounds: [1, 2, 4, 8, 16, 32, 64, 128])
    }
}
