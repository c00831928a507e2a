import AppleSimulator
import Channels
import Concurrency
import Expressions
import TestSupport
import Testing

/// A customer with a device.
struct Phone: Sendable {
    let server: TestServer
    let device: SimulatedDevice

    init(
        _ kind: DeviceKind = .iphone, on server: TestServer, customer: CustomerID? = nil,
        capabilities: [Capability]? = nil, listReplies: ListReplyLayout = .chosen, locale: String? = nil,
        wire: WireHabits? = nil
    ) throws {
        self.server = server
        device = try server.simulator.createDevice(
            DeviceDescription(
                kind, business: BusinessID(Account.business), customer: customer, capabilities: capabilities,
                locale: locale, listReplies: listReplies, wire: wire))
    }

    /// Performs an action and returns what the device then shows, one line for each message.
    func after(_ action: (AppleSimulator, DeviceID) async throws -> Void) async throws -> [String] {
        let last = try server.simulator.lastNumber(of: device.id)
        try await action(server.simulator, device.id)
        await server.untilQuiet()
        return try await server.simulator.messages(of: device.id, after: last).map(\.shown)
    }

    /// The same for an action that makes the bot call something before it answers.
    @discardableResult
    func afterCall(_ action: (AppleSimulator, DeviceID) async throws -> Void) async throws -> [String] {
        let last = try server.simulator.lastNumber(of: device.id)
        try await action(server.simulator, device.id)
        _ = try await server.simulator.messages(of: device.id, after: last, wait: .seconds(60))
        await server.untilQuiet()
        return try await server.simulator.messages(of: device.id, after: last).map(\.shown)
    }

    @discardableResult
    func says(
        _ text: String, shows wanted: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await expecting(wanted, sourceLocation) { _ = try await $0.send(text: text, from: $1) }
    }

    @discardableResult
    func taps(
        _ items: String..., on bubble: BubbleChoice = .newestUnanswered, shows wanted: [String]? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await expecting(wanted, sourceLocation) { _ = try await $0.tap(items, on: bubble, from: $1) }
    }

    @discardableResult
    func picks(
        _ slot: SlotChoice, shows wanted: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await expecting(wanted, sourceLocation) { _ = try await $0.pick(slot, from: $1) }
    }

    @discardableResult
    func fills(
        _ pages: [String: [String]], shows wanted: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await expecting(wanted, sourceLocation) { try await $0.fill(pages, from: $1) }
    }

    /// Advances the clock and waits for what the device then shows.
    func waits(
        _ length: TimeLength, shows wanted: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let last = try server.simulator.lastNumber(of: device.id)
        server.clock.turn(by: length)
        let shown = try await server.simulator.messages(of: device.id, after: last, wait: .seconds(60)).map(\.shown)
        #expect(shown == wanted, sourceLocation: sourceLocation)
    }

    private func expecting(
        _ wanted: [String]?, _ sourceLocation: SourceLocation,
        _ action: (AppleSimulator, DeviceID) async throws -> Void
    ) async throws -> [String] {
        let shown = try await after(action)
        if let wanted { #expect(shown == wanted, sourceLocation: sourceLocation) }
        return shown
    }
}

extension TranscriptEntry {
    /// The message as the customer sees it: a text unchanged, a bubble as its kind and its options.
    var shown: String {
        if let lost { return "LOST: \(lost)" }
        switch content {
        case .received(.text(let text)): return text
        case .received(.interactive(let message)): return "\(kind): " + message.feature.shown
        case .received(.richLink(let link)): return "\(link.title) -> \(link.url)"
        default: return kind
        }
    }
}

extension InteractiveFeature {
    fileprivate var shown: String {
        if let list = self as? ListPicker {
            return list.shownSections.map { section in
                "[\(section.title)] " + section.shownItems.map(\.title).joined(separator: ", ")
            }.joined(separator: " ")
        }
        return options.map(\.title).joined(separator: ", ")
    }
}
