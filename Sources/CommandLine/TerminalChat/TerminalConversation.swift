import Expressions
import Foundation

/// A conversation of one customer with a bot, in a terminal.
package struct TerminalConversation: Sendable {
    private let simulator: SimulatorClient
    private let kind: ChatDevice
    private let language: DeviceLanguage?
    private let terminal: any ChatTerminal

    /// - Parameters:
    ///   - simulator: the simulated Apple to which the bot's server is connected.
    ///   - kind: the customer's device.
    ///   - language: the language of the device; `nil` when it names none.
    package init(
        _ simulator: SimulatorClient, device kind: ChatDevice, language: DeviceLanguage? = nil,
        terminal: any ChatTerminal
    ) {
        self.simulator = simulator
        self.kind = kind
        self.language = language
        self.terminal = terminal
    }

    /// Sends the lines until they end or the customer leaves.
    ///
    /// - Parameters:
    ///   - business: the business that the customer writes to.
    ///   - server: the URL of the bot's server, for browsers; `nil` asks the simulated Apple for it.
    ///   - lines: starts to read what the customer types; called when the device is ready.
    /// - Returns: the recorder with the conversation.
    package func run(
        with business: String, server: String?, recorder: ChatRecorder?, lines: () -> AsyncStream<String>
    ) async throws(ChatFailure) -> ChatRecorder? {
        guard kind == .web else {
            let zone = Zone(TimeZone.current.identifier)
            let phone = try await simulator.createDevice(
                kind: kind.rawValue, business: business, zone: zone, language: language)
            return await talk(on: phone, business, recorder, lines)
        }
        let address = if let server { server } else { try await simulator.server(of: business) }
        let browser = try await WebDevice.begin(at: address, language, simulator.client, simulator)
        return await browser.listening { await talk(on: browser, business, recorder, lines) }
    }

    private func talk(
        on device: any CustomerDevice, _ business: String, _ recorder: ChatRecorder?, _ lines: () -> AsyncStream<String>
    ) async -> ChatRecorder? {
        let screen = ChatScreen(terminal: terminal)
        if terminal.isInteractive { screen.greet(kind.words, business) }
        let loop = ChatLoop(device: device, screen: screen, recorder: recorder)
        await loop.run(lines())
        return await loop.recorder
    }
}
