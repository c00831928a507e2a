import Foundation
import Synchronization

/// The server's resource usage, sampled every second.
final class Gauge: Sendable {
    struct Reading: Sendable {
        /// Since the beginning.
        let at: Duration
        /// Resident memory in bytes (proc_pid_statm(5)).
        let memory: Int
        let files: Int
        /// Bytes of SQLite's log.
        let log: Int
    }

    private let kept = Mutex<[Reading]>([])

    var readings: [Reading] { kept.withLock { $0 } }

    /// Takes one sample; nothing while no server runs.
    func look(at world: SoakWorld, since began: ContinuousClock.Instant) {
        guard let process = world.process, let memory = Self.memory(of: process), memory > 0 else { return }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
        let log = (try? FileManager.default.attributesOfItem(atPath: world.database + "-wal")[.size] as? Int) ?? 0
        let reading = Reading(at: began.duration(to: .now), memory: memory, files: files, log: log)
        kept.withLock { $0.append(reading) }
    }

    private static func memory(of process: pid_t) -> Int? {
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
}

extension Collection where Element: Comparable {
    /// The median; `nil` when there are no values.
    var median: Element? { share(0.5) }

    /// Returns the quantile for this share.
    func share(_ share: Double) -> Element? {
        let sorted = sorted()
        return sorted.isEmpty ? nil : sorted[Int(Double(sorted.count - 1) * share)]
    }
}
