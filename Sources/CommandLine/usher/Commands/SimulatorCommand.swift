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
        abstract: "Run only the simulated Apple.",
        discussion: """
            Serves Apple's side of the protocol on loopback, to test the server of any Messages Service Provider. Devices
            are controlled over HTTP; GET /simulator lists all requests.

            Examples:
              usher simulator
              usher simulator --port 9001 --seed 7
              curl -s localhost:8081/simulator
            """)

    @ArgumentParser.Option(help: "Listen on this port; 0 selects a free port.")
    var port = 8081

    @ArgumentParser.Option(
        help: "Seed the random numbers: the same seed and requests give the same customers and faults.")
    var seed: UInt64 = 1

    @Flag(help: "Limit texts to the 512 characters of Apple's page, instead of the 200 of newer devices.")
    var documentedLimits = false

    @ArgumentParser.Option(
        help: "Trust the certificate authorities of this PEM file for webhooks, instead of the system's.",
        completion: .file())
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
                    "The simulated Apple listens on http://127.0.0.1:\(port); GET /simulator lists all requests.")
                try await group.waitForAll()
            }
        } catch let failure as SimulatorStartFailure {
            guard case .portTaken = failure else { try Bootstrap.refuse("\(failure)") }
            try Bootstrap.refuse("\(failure)", code: Console.tryLater)
        }
    }
}
