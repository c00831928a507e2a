import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Foundation
public import Logging
package import Server

extension UsherBot {
    /// Runs the bot with a simulated Apple while `work` runs, for tests.
    ///
    /// Messages travel over real HTTP on this machine, and registered actions are called. Actions at reserved hosts,
    /// such as `api.shop.example`, and actions that are not registered answer with their first example. The database is
    /// a new one, which is removed afterwards; `Config/usher.yaml` needs no account at Apple.
    ///
    /// - Parameters:
    ///   - logger: receives the log of the server and the simulated Apple; `nil` discards it.
    ///   - work: receives a customer with an iPhone, who has not sent anything yet. The bot stops when it returns.
    /// - Throws: `UsherError` when the bot cannot start, and any error of `work`.
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
/// Each action returns what the device then shows: texts unchanged, and bubbles as their kind and their options, such
/// as `quick-reply: Bell, Lock`.
public struct SimulatedCustomer: Sendable {
    private let running: DevelopmentServer.Running
    private let device: DeviceID

    package init(of running: DevelopmentServer.Running) throws {
        self.running = running
        device = try running.simulator.createDevice(
            DeviceDescription(.iphone, business: BusinessID(DevelopmentServer.business))
        ).id
    }

    /// Types and sends a text.
    ///
    /// - Parameter text: the message; it must not be empty.
    /// - Returns: the messages that arrived in response, in order.
    /// - Throws: an error with a description when the simulated device refuses the action.
    @discardableResult
    public func says(_ text: String) async throws -> [String] {
        try await after { _ = try await running.simulator.send(text: text, from: device) }
    }

    /// Taps options of the newest bubble that is not answered yet.
    ///
    /// - Parameter answers: the labels of the options.
    /// - Returns: the messages that arrived in response, in order.
    /// - Throws: an error with a description when no such bubble or option exists.
    @discardableResult
    public func taps(_ answers: String...) async throws -> [String] {
        try await after { _ = try await running.simulator.tap(answers, from: device) }
    }

    /// Picks a time in the newest time picker that is not answered yet.
    ///
    /// - Parameter number: the position of the time in the picker, from 1.
    /// - Returns: the messages that arrived in response, in order.
    /// - Throws: an error with a description when no such time picker or time exists.
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
