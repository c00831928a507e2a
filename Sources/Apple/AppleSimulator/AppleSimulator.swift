public import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import Hummingbird
public import Logging
import NIOCore
public import ServiceLifecycle

/// The simulated Apple: a server that implements Apple's side of the Messages for Business protocol, so that a bot can
/// be tested without an Apple account.
///
/// Businesses post their messages to its gateway; it posts the actions of customers on simulated devices to the
/// businesses. The devices are controlled over HTTP (`/simulator/`, see `Docs/Simulator.md`) or with the methods of
/// this class, which do the same. All times are those of the clock; the same seed and the same calls result in the same
/// customers and faults.
public final class AppleSimulator: Service {
    let settings: SimulatorSettings
    let clock: any WallClock
    let identifiers: IdentifierSource
    let world: World
    let faults: Faults
    let wireLog: WireLog
    let webhooks: WebhookSender
    let gateway: Gateway
    let identities: Identities
    let merchants: MerchantSessions
    let callers: PaymentCaller
    /// The browsers of all devices.
    let browsing = CurlClient()
    let store: AttachmentStore
    let replies: LargeReplies
    let logger: Logger
    private let listening = Watched(Listening.notYet)

    public init(settings: SimulatorSettings = SimulatorSettings(), clock: any WallClock, seed: UInt64, logger: Logger) {
        self.settings = settings
        self.clock = clock
        self.logger = logger
        identifiers = IdentifierSource(seed: seed, start: clock.now)
        world = World(identifiers: identifiers, memory: settings.memory)
        faults = Faults(seed: seed)
        wireLog = WireLog(memory: settings.memory)
        webhooks = WebhookSender(world: world, faults: faults, log: wireLog, clock: clock, settings: settings)
        identities = Identities(clock: clock, identifiers: identifiers)
        merchants = MerchantSessions(life: settings.sessionLife, clock: clock)
        callers = PaymentCaller(client: browsing, faults: faults, log: wireLog, clock: clock)
        store = AttachmentStore(limits: settings.storage, clock: clock)
        replies = LargeReplies(life: settings.storage.replyLife, clock: clock)
        gateway = Gateway(
            world: world, store: store, merchants: merchants, faults: faults, log: wireLog, limits: settings.limits,
            clock: clock)
    }

    /// Serves until the task is cancelled or the service group shuts down. May be called only once.
    ///
    /// Throws `SimulatorStartFailure` when it cannot listen, and `CancellationError`.
    public func run() async throws {
        do {
            try settings.check()
            try await serve()
        } catch {
            let failure = failure(from: error)
            await stop(because: failure)
            try Task.checkCancellation()
            throw failure
        }
        await stop(because: .stopped)
    }

    /// The port on which it listens: the one from the settings, or the free port that was chosen.
    ///
    /// Waits until it listens. Throws `SimulatorStartFailure` when it cannot listen or has stopped.
    public var port: Int {
        get async throws {
            try await listening.first { listening in
                switch listening {
                case .notYet: nil
                case .on(let port): port
                case .stopped(let failure): throw failure
                }
            }
        }
    }

    /// The base address of the gateway, which the bot uses in place of `https://mspgw.push.apple.com/v1`.
    public var gatewayURL: String {
        get async throws { try await baseURL + settings.gatewayPath }
    }

    /// The base address of the simulator, without a trailing slash.
    public var baseURL: String {
        get async throws { "http://\(settings.hostInURL):\(try await port)" }
    }

    private func serve() async throws {
        let application = Application(
            responder: SimulatorResponder(self),
            configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
            onServerRunning: { channel in self.start(on: channel.localAddress?.port) },
            logger: logger)
        // On a graceful shutdown the server ends its connections; cancellation would drop them, which NIO does not
        // tolerate.
        let group = ServiceGroup(services: [application], gracefulShutdownSignals: [], logger: logger)
        let running = Task { try await group.run() }
        let tidying = Task { [store] in try await store.keepTidy() }
        defer { tidying.cancel() }
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await running.value
        } onCancelOrGracefulShutdown: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    private func start(on port: Int?) {
        listening.change { $0 = .on(port ?? settings.port) }
    }

    private func stop(because failure: SimulatorStartFailure) async {
        listening.change { $0 = .stopped(failure) }
        await webhooks.shutdown()
        await browsing.shutdown()
        store.removeAll()
        store.removeFolder()
    }

    private func failure(from error: any Error) -> SimulatorStartFailure {
        switch error {
        case _ where Task.isCancelled: .stopped
        case let failure as SimulatorStartFailure: failure
        case let error as IOError where error.errnoCode == EADDRINUSE:
            .portTaken(host: settings.host, port: settings.port)
        default: .cannotListen(host: settings.host, port: settings.port, reason: "\(error)")
        }
    }

    private enum Listening: Sendable {
        case notYet
        case on(Int)
        case stopped(SimulatorStartFailure)
    }
}
