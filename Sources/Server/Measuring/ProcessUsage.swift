import Foundation

/// What this process uses, as the system tells it (proc(5)). `nil` where it does not.
enum ProcessUsage {
    /// Bytes of memory that are in use.
    static var residentMemory: Double? {
        number(1, in: "/proc/self/statm").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Bytes of address space.
    static var virtualMemory: Double? {
        number(0, in: "/proc/self/statm").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Seconds of processor time, of all threads together.
    static var processorSeconds: Double? {
        var now = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 else { return nil }
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    static var openFiles: Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }

    private static func number(_ index: Int, in file: String) -> Double? {
        guard let text = FileManager.default.contents(atPath: file) else { return nil }
        let words = String(decoding: text, as: UTF8.self).split(separator: " ")
        return words.indices.contains(index) ? Double(words[index]) : nil
    }
}
