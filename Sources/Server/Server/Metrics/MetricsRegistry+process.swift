import ServerMetrics

extension MetricsRegistry {
    /// Adds the versions of the program and of a bot's flows.
    func showBuild(version: String, flows: @escaping @Sendable () -> String) {
        facts("usher_build_info", "The version of Usher and of its flows.") {
            [("version", version), ("flows", flows())]
        }
    }

    /// Adds the metrics of the process, under the names that Prometheus's own libraries use
    /// (prometheus.io, Writing client libraries, Process metrics).
    func showProcess() {
        gauge("process_resident_memory_bytes", "Memory in use.") { ProcessUsage.residentMemory }
        gauge("process_virtual_memory_bytes", "Address space.") { ProcessUsage.virtualMemory }
        gauge("process_open_fds", "Open files and connections.") { ProcessUsage.openFiles }
        total("process_cpu_seconds_total", "CPU time of all threads.") {
            ProcessUsage.processorSeconds
        }
        total("usher_log_lines_lost_total", "Log lines that could not be written.") {
            Double(LogWriter.standardError.lost)
        }
    }
}
