import Channels
import ConversationRuntime
import Expressions
import ServerMetrics

extension MetricsRegistry {
    /// Adds a gauge that reads a store at each scrape, unless that does not answer: Prometheus gives up after ten seconds, and
    /// then has none of the metrics.
    private func gauge(
        _ name: String, _ help: String, while isReadable: @escaping @Sendable () -> Bool,
        _ value: @escaping @Sendable () async -> Double?
    ) {
        gauge(name, help) {
            guard isReadable() else { return nil }
            return await value()
        }
    }

    /// Adds a gauge of the messages that wait in a store.
    ///
    /// - Parameter isReadable: whether the store answers.
    func show(_ store: any SessionStore, while isReadable: @escaping @Sendable () -> Bool) {
        gauge("usher_deliveries_waiting", "Messages queued for delivery.", while: isReadable) {
            (try? await store.waitingDeliveries()).map(Double.init)
        }
    }

    /// Adds gauges that read the state of a store at each scrape.
    ///
    /// - Parameter isReadable: whether the store answers.
    func show(_ store: any FigureStore, clock: any WallClock, while isReadable: @escaping @Sendable () -> Bool) {
        gauge(
            "usher_dead_letters_kept", "Dead letters stored until they are retried or expire.", while: isReadable
        ) {
            (try? await store.deadLetterCount()).map(Double.init)
        }
        gauge("usher_handovers_waiting", "Conversations handed over to people.", while: isReadable) {
            (try? await store.handoverFigures()).map { Double($0.count) }
        }
        gauge(
            "usher_handover_oldest_seconds", "Seconds since the handover that waits longest.", while: isReadable
        ) {
            guard let oldest = try? await store.handoverFigures().oldest else { return nil }
            return max(0, (clock.now - oldest).seconds)
        }
        gauge("usher_desk_notices_waiting", "Notices not yet accepted by the agent desk.", while: isReadable) {
            (try? await store.waitingDeskNotices()).map(Double.init)
        }
        gauge("usher_disk_free_bytes", "Free bytes on the disk of the database.") { store.freeDisk.map(Double.init) }
        gauge("usher_last_backup_age_seconds", "Seconds since the last backup; missing if there is none.") {
            store.lastBackup.map { max(0, (clock.now - $0).seconds) }
        }
    }
}

extension MetricsRegistry {
    /// Adds a counter of what a database has lost.
    func show(_ store: any HealthStore) {
        total("usher_messages_lost_total", "Acknowledged messages that the database does not hold any more.") {
            Double(store.lost?.messages ?? 0)
        }
    }
}

extension MetricsRegistry {
    /// Adds gauges of the queues of people and of agents.
    ///
    /// - Parameter isReadable: whether the store answers.
    func show(_ store: any OperatorStore, clock: any WallClock, while isReadable: @escaping @Sendable () -> Bool) {
        let ofDesk: [NamedGauge<DeskLoad>] = [
            NamedGauge("usher_queue_conversations", "Conversations with people, by queue.", by: "queue") {
                $0.queues.map { ($0.name, Double($0.conversations)) }
            },
            NamedGauge("usher_queue_waiting", "Customers without a first answer, by queue.", by: "queue") {
                $0.queues.map { ($0.name, Double($0.waiting)) }
            },
            NamedGauge("usher_queue_oldest_seconds", "Seconds since the first of them waits, by queue.", by: "queue") {
                load in
                load.queues.compactMap { queue in
                    queue.oldest.map { (queue.name, max(0, (clock.now - $0).seconds)) }
                }
            },
            NamedGauge(
                "usher_queue_first_answer_seconds",
                "Median time to the first answer of the latest twenty customers, by queue.", by: "queue"
            ) { load in
                load.queues.compactMap { queue in queue.medianWait.map { (queue.name, $0.seconds) } }
            },
            NamedGauge("usher_agent_conversations", "Conversations that agents have taken, by agent.", by: "agent") {
                $0.agents.map { ($0.name, Double($0.conversations)) }
            },
        ]
        gauges(ofDesk) {
            guard isReadable() else { return nil }
            return try? await store.deskLoad()
        }
    }
}

extension TimeLength {
    fileprivate var seconds: Double { Double(milliseconds) / 1_000 }
}
