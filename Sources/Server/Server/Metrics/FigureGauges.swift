import Channels
import ConversationRuntime
import Expressions
import ServerMetrics

extension MetricsRegistry {
    /// Adds gauges that read the state of a store at each scrape.
    func show(_ store: any FigureStore, clock: any WallClock) {
        gauge("usher_dead_letters_kept", "Dead letters stored until they are retried or expire.") {
            (try? await store.deadLetterCount()).map(Double.init)
        }
        gauge("usher_handovers_waiting", "Conversations handed over to people.") {
            (try? await store.handoverFigures()).map { Double($0.count) }
        }
        gauge("usher_handover_oldest_seconds", "Seconds since the handover that waits longest.") {
            guard let oldest = try? await store.handoverFigures().oldest else { return nil }
            return max(0, (clock.now - oldest).seconds)
        }
        gauge("usher_desk_notices_waiting", "Notices not yet accepted by the agent desk.") {
            (try? await store.waitingDeskNotices()).map(Double.init)
        }
        gauge("usher_disk_free_bytes", "Free bytes on the disk of the database.") { store.freeDisk.map(Double.init) }
        gauge("usher_last_backup_age_seconds", "Seconds since the last backup; missing if there is none.") {
            store.lastBackup.map { max(0, (clock.now - $0).seconds) }
        }
    }
}

extension TimeLength {
    fileprivate var seconds: Double { Double(milliseconds) / 1_000 }
}
