import AppleSimulator
import ArgumentParser
import Channels
import Concurrency
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// `usher simulator`: the simulated Apple alone, also for servers other than Usher.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Runs the simulated Apple alone.",
        discussion: """
            Speaks Apple's side of the wire on loopback, so that any Messages Service Provider's server can be tried.
            Devices are played over HTTP; GET /simulator lists everything that can be asked.

            Examples:
              usher simulator
              usher simulator --port 9001 --seed 7
              curl -s localhost:8081/simulator
            """)

    @ArgumentParser.Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8081

    @ArgumentParser.Option(
        help: "The chance of the simulated world: the same seed and calls give the same customers and faults.")
    var seed: UInt64 = 1

    @Flag(help: "Check texts against Apple's page (512 characters), not against newer devices (200).")
    var documentedLimits = false

    @ArgumentParser.Option(
        help: "A PEM file with the authorities that webhooks trust, in place of the system's.", completion: .file())
    var authority: String?

    func run() async throws {
        var settings = SimulatorSettings()
        settings.webhookAuthority = authority
        settings.port = port
        settings.limits = documentedLimits ? .documented : .strict
        let logger = Bootstrap.logger(.notice)
        let simulator = AppleSimulator(settings: settings, clock: TurnableClock(), seed: seed, logger: logger)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await ServiceGroup(
                        services: [simulator], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
                    ).run()
                }
                let port = try await simulator.port
                StandardOutput.announce(
                    "The simulated Apple listens on http://127.0.0.1:\(port); GET /simulator lists what can be asked.")
                try await group.waitForAll()
            }
        } catch let failure as SimulatorStartFailure {
            guard case .portTaken = failure else { try Bootstrap.refuse("\(failure)") }
            try Bootstrap.refuse("\(failure)", code: Console.tryLater)
        }
    }
}
