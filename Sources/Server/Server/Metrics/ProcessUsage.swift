import Foundation

/// The resource usage of this process, from proc(5). Each value is `nil` where the system does not provide it.
enum ProcessUsage {
    /// Resident memory in bytes.
    static var residentMemory: Double? {
        number(1, in: "/proc/self/statm").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Address space in bytes.
    static var virtualMemory: Double? {
        number(0, in: "/proc/self/statm").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Processor time of all threads in seconds.
    static var processorSeconds: Double? {
        guard let text = FileManager.default.contents(atPath: "/proc/self/stat") else { return nil }
        // The program's name comes second and may contain any characters, so parse after the last parenthesis.
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
