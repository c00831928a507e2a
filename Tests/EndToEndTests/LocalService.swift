import Hummingbird
import Logging
import ServiceLifecycle

/// A small HTTP server of a test, on any free port of this machine.
enum LocalService {
    /// Runs until the task is cancelled, then stops as a server does; `onPort` is called with its port.
    static func run(
        _ router: Router<BasicRequestContext>, named name: String, onPort: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var logger = Logger(label: name)
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in await onPort(channel.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(services: [application], gracefulShutdownSignals: [], logger: logger)
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }
}
