import CurlClient
import Expressions
import JSON
import Logging
import ServiceLifecycle
import Testing

@testable import AppleSimulator

@Suite struct `Starting and stopping` {
    private static let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

    private func simulator(_ adjust: (inout SimulatorSettings) -> Void = { _ in }) -> AppleSimulator {
        AppleSimulator(
            settings: .with(adjust), clock: TestClock(standingAt: Harness.start), seed: 1, logger: Self.quiet)
    }

    @Test func `a taken port is named`() async throws {
        try await withSimulator { harness in
            let taken = try await harness.simulator.port
            let second = simulator { $0.port = taken }
            let failure = SimulatorStartFailure.portTaken(host: "127.0.0.1", port: taken)
            let port = Task { try await second.port }
            await #expect(throws: failure) { try await second.run() }
            await #expect(throws: failure) { _ = try await port.value }
            #expect("\(failure)".contains("port \(taken) of 127.0.0.1 is in use"))
        }
    }

    @Test(arguments: ["0.0.0.0", "192.168.1.5", "::", "example.com", "127.0.0.1.example.com", ""])
    func `other addresses than loopback want to be allowed`(_ host: String) async throws {
        await #expect(throws: SimulatorStartFailure.notLoopback(host)) {
            try await simulator { $0.host = host }.run()
        }
    }

    @Test(arguments: ["v1", "", "/", "/v1/", "//", "/simulator", "/simulator/v1"])
    func `the gateway needs a path of its own`(_ path: String) async throws {
        await #expect(throws: SimulatorStartFailure.self) { try await simulator { $0.gatewayPath = path }.run() }
    }

    @Test func `a port that cannot be is refused`() async throws {
        await #expect(throws: SimulatorStartFailure.badSetting("port 70000 does not exist; 0 to 65535 do")) {
            try await simulator { $0.port = 70_000 }.run()
        }
    }

    @Test func `after it has stopped nobody waits for its port`() async throws {
        let simulator = simulator()
        let run = Task { try await simulator.run() }
        #expect(try await simulator.port > 0)
        run.cancel()
        _ = await run.result
        await #expect(throws: SimulatorStartFailure.stopped) { _ = try await simulator.port }
    }

    @Test func `a service group can stop it while others wait for the clock or for messages`() async throws {
        let simulator = simulator()
        let clock = try #require(simulator.clock as? TestClock)
        let group = ServiceGroup(configuration: .init(services: [.init(service: simulator)], logger: Self.quiet))
        async let running: Void = group.run()
        let base = "http://127.0.0.1:\(try await simulator.port)"
        try await simulator.register(
            Business(id: "b", mspID: "m", secret: Harness.secret, webhook: "http://127.0.0.1:1"))
        let device = try simulator.createDevice(DeviceDescription(business: "b"))
        simulator.add(try FaultRule(on: .gateway, .delay(.seconds(60)), count: 1))
        let client = CurlClient(patience: .seconds(300))
        async let poll = client.send(HTTPRequest("GET", base + "/simulator/devices/\(device.id)/messages?wait=60"))
        async let delayed = client.send(HTTPRequest("POST", base + "/v1/message"))
        try await clock.untilAsleep(2)
        await group.triggerGracefulShutdown()
        try await running
        #expect(try await [poll.status, delayed.status] == [503, 503])
    }
}
