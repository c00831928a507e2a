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
        guard let text = FileManager.default.contents(atPath: "/proc/self/stat") else { return nil }
        // The name of the program comes second, and may hold anything up to the last parenthesis.
        let words = String(decoding: text, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        guard words.count > 12, let user = Double(words[11]), let system = Double(words[12]) else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
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
