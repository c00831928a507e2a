import ServerMetrics

extension MetricsRegistry {
    /// Adds the metrics of the process and its versions, under the names that Prometheus's own libraries use
    /// (prometheus.io, Writing client libraries, Process metrics).
    func showProcess(version: String, flows: @escaping @Sendable () -> String) {
        facts("usher_build_info", "The version of Usher and of its flows.") {
            [("version", version), ("flows", flows())]
        }
        gauge("process_resident_memory_bytes", "Memory in use.") { ProcessUsage.residentMemory }
        gauge("process_virtual_memory_bytes", "Address space.") { ProcessUsage.virtualMemory }
        gauge("process_open_fds", "Open files and connections.") { ProcessUsage.openFiles }
        total("process_cpu_seconds_total", "Processor time, of all threads together.") {
            ProcessUsage.processorSeconds
        }
        total("usher_log_lines_lost_total", "Lines of the log that could not be written.") {
            Double(LogWriter.standardError.lost)
        }
    }
}
