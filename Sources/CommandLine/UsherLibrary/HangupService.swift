import ServiceLifecycle
import UnixSignals

/// Reloads a server's settings whenever the process receives SIGHUP, which `systemctl reload` sends.
package struct HangupService: Service {
    private let service: UsherService

    package init(_ service: UsherService) { self.service = service }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    package func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { service.reload() }
    }
}
