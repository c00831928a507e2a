import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Foundation
public import Logging
package import Server

extension UsherBot {
    /// Runs the bot beside a simulated Apple while `work` runs, for tests.
    ///
    /// Messages pass the real wire on this machine, and registered actions are called. Of actions at hosts that exist
    /// nowhere, such as `api.shop.example`, and of those that are not registered the first example answers. The database
    /// is a new one, removed afterwards; `Config/usher.yaml` needs no account at Apple.
    ///
    /// - Parameter work: gets a customer with an iPhone, who has not written yet.
    /// - Throws: `UsherError`, and what `work` throws.
    public func simulate(
        logger: Logger? = nil, _ work: @Sendable (SimulatedCustomer) async throws -> Void
    ) async throws {
        let data = FileManager.default.temporaryDirectory.appending(path: "usher-simulated-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: data) }
        var ports = settings
        (ports.port, ports.simulatorPort) = (0, 0)
        let (ready, isReady) = AsyncStream.makeStream(of: DevelopmentServer.Running.self)
        let server = try development(
            database: data.appending(path: "simulated.sqlite").path, settings: ports, clock: TurnableClock(),
            logger: logger ?? Logger(label: "usher") { _ in SwiftLogNoOpLogHandler() }
        ) { isReady.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { isReady.finish() }
                try await server.run()
            }
            for await running in ready {
                try await work(SimulatedCustomer(of: running))
                group.cancelAll()
                return
            }
            try await group.waitForAll()
        }
    }
}

/// A customer of the simulated Apple, who writes to the bot from an iPhone.
///
/// Everything they do returns what their device shows then: texts as they are, and bubbles as their kind and their
/// answers, such as `quick-reply: Bell, Lock`.
public struct SimulatedCustomer: Sendable {
    private let running: DevelopmentServer.Running
    private let device: DeviceID

    package init(of running: DevelopmentServer.Running) throws {
        self.running = running
        device = try running.simulator.createDevice(
            DeviceDescription(.iphone, business: BusinessID(DevelopmentServer.business))
        ).id
    }

    /// Types a text.
    @discardableResult
    public func says(_ text: String) async throws -> [String] {
        try await after { _ = try await running.simulator.send(text: text, from: device) }
    }

    /// Taps answers of the newest bubble that is not answered yet: by their labels.
    @discardableResult
    public func taps(_ answers: String...) async throws -> [String] {
        try await after { _ = try await running.simulator.tap(answers, from: device) }
    }

    /// Picks a time of the newest time picker.
    ///
    /// - Parameter number: from 1, as shown.
    @discardableResult
    public func picks(slot number: Int) async throws -> [String] {
        try await after { _ = try await running.simulator.pick(.number(number), from: device) }
    }

    private func after(_ deed: () async throws -> Void) async throws -> [String] {
        let last = try running.simulator.lastNumber(of: device)
        try await deed()
        await running.conversations.untilQuiet()
        await running.conversations.untilCalled()
        await running.conversations.untilSent()
        return try await running.simulator.messages(of: device, after: last).map(\.shown)
    }
}

extension TranscriptEntry {
    fileprivate var shown: String {
        switch content {
        case .received(.text(let text)): text
        case .received(.interactive(let message)):
            "\(kind): " + message.feature.options.map(\.title).joined(separator: ", ")
        default: kind
        }
    }
}
