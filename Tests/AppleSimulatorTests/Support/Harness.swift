import Channels
import CurlClient
import Expressions
import JSON
import Logging

@testable import AppleSimulator

/// A running simulator with one business, and a clock that stands still until it is advanced.
struct Harness: Sendable {
    static let start = Moment(seconds: 1_790_000_000)
    static let business: BusinessID = "5e4dbb1d-4a4c-4e51-9b5c-0bb4c1d4a3f1"
    static let mspID = "msp-of-the-tests"
    static let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    static let otherSecret = "//////////////////////////////////////////8="

    let simulator: AppleSimulator
    let receiver: Receiver
    let clock: TestClock
    let client: CurlClient
    let base: String

    /// Creates a device of a new customer.
    func device(_ kind: DeviceKind = .iphone, _ adjust: (inout DeviceDescription) -> Void = { _ in }) throws
        -> SimulatedDevice
    {
        var description = DeviceDescription(kind, business: Self.business)
        adjust(&description)
        return try simulator.createDevice(description)
    }
}

extension SimulatorSettings {
    /// Settings with any free port, and a test's own changes.
    static func with(_ adjust: (inout SimulatorSettings) -> Void) -> SimulatorSettings {
        var settings = SimulatorSettings()
        settings.port = 0
        adjust(&settings)
        return settings
    }
}

/// Runs `body` with a simulator and a business's server.
func withSimulator(
    _ settings: SimulatorSettings = .with { _ in }, redelivery: Business.Redelivery? = nil,
    _ body: (Harness) async throws -> Void
) async throws {
    let clock = TestClock(standingAt: Harness.start)
    let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    let simulator = AppleSimulator(settings: settings, clock: clock, seed: 7, logger: logger)
    let receiver = Receiver()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await simulator.run() }
        group.addTask { try await receiver.run() }
        defer { group.cancelAll() }
        try await simulator.register(
            Business(
                id: Harness.business, mspID: Harness.mspID, secret: Harness.secret, webhook: try await receiver.address,
                redelivery: redelivery))
        let client = CurlClient(patience: .seconds(300))
        let base = "http://127.0.0.1:\(try await simulator.port)"
        let harness = Harness(simulator: simulator, receiver: receiver, clock: clock, client: client, base: base)
        try await body(harness)
        await client.shutdown()
    }
}
