import Channels
import ConversationRuntime
import Expressions
import ServerMetrics

extension MetricsRegistry {
    /// Adds gauges that read the state of a store at each scrape.
    func show(_ store: any FigureStore, clock: any WallClock) {
        gauge("usher_dead_letters_kept", "Dead letters that are kept, until they are retried or forgotten.") {
            (try? await store.deadLetterCount()).map(Double.init)
        }
        gauge("usher_handovers_waiting", "Conversations that are with people.") {
            (try? await store.handoverFigures()).map { Double($0.count) }
        }
        gauge("usher_handover_oldest_seconds", "Since when the longest of these has not changed.") {
            guard let oldest = try? await store.handoverFigures().oldest else { return nil }
            return max(0, (clock.now - oldest).seconds)
        }
        gauge("usher_desk_notices_waiting", "Notices that the agent desk has not taken yet.") {
            (try? await store.waitingCalls(of: DeskNotice.action)).map(Double.init)
        }
        gauge("usher_disk_free_bytes", "Free bytes where the database lies.") { store.freeDisk.map(Double.init) }
        gauge("usher_last_backup_age_seconds", "Since when there is a backup; missing when there never was one.") {
            store.lastBackup.map { max(0, (clock.now - $0).seconds) }
        }
    }
}

extension TimeLength {
    fileprivate var seconds: Double { Double(milliseconds) / 1_000 }
}
