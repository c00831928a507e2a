import ServiceLifecycle
import UnixSignals

/// Has a server read its settings again whenever the process gets SIGHUP, as `systemctl reload` sends it.
package struct HangupService: Service {
    private let service: UsherService

    package init(_ service: UsherService) { self.service = service }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    package func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { service.reload() }
    }
}
