import AppleSimulator
import Expressions
import Foundation

/// A shop whose flows are edited and published while customers wait at its steps.
struct PublishedShop: ProjectOfTest {
    let secrets: [String: String] = [:]

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        let flows = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(
            at: flows.appending(path: "images"), withIntermediateDirectories: true)
        try Self.write(Self.bot, "bot.yaml", in: flows)
        try Self.write(
            "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end\n", "people.yaml", in: flows
        )
        try Self.write(Self.flow, "shop.yaml", in: flows)
        // The smallest valid PNG.
        let picture = Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        try picture?.write(to: flows.appending(path: "images/dot.png"))
        return flows
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? { nil }

    static func write(_ text: String, _ file: String, in flows: URL) throws {
        try text.write(to: flows.appending(path: file), atomically: true, encoding: .utf8)
    }

    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        if_silent: never
        if_other:
          say: Sorry?
          tries: 3
          then: people/desk
        if_failed: people/desk
        anywhere:
          agent, help, support: people/desk
        people:
          desk:

        """

    static let flow = """
        flow: shop
        start: colour
        steps:
          colour:
            ask: Which colour?
            answers: [Red, Blue]
            then: size
          size:
            ask: Which size?
            answers: [Large, Small]
            then: wrap
          wrap:
            ask: As a present?
            answers: [Yes please, No thanks]
            then: done
          done:
            say: Old words: {colour}, {size}.
            then: end

        """

    /// An edited version: a renamed step, a removed one, other texts.
    static let edited =
        flow
        .replacing("start: colour", with: "start: shade").replacing("  colour:", with: "  shade:\n    was: colour")
        .replacing("{colour}", with: "{shade}").replacing("Old words", with: "New words")
        .replacing("  wrap:\n    ask: As a present?\n    answers: [Yes please, No thanks]\n    then: done\n", with: "")
        .replacing("then: wrap", with: "then: done")
}

/// A customer of the shop.
struct ShopCustomer: Sendable {
    private let simulator: AppleSimulator
    private let device: DeviceID

    init(_ simulator: AppleSimulator, of business: BusinessID = World.business, id: CustomerID? = nil) throws {
        self.simulator = simulator
        device = try simulator.createDevice(DeviceDescription(.iphone, business: business, customer: id)).id
    }

    /// Says hello and taps these answers, one after another.
    func goes(tapping answers: String...) async throws {
        try await hears("Which colour?") { _ = try await simulator.send(text: "Hello", from: device) }
        for (answer, next) in zip(answers, ["Which size?", "As a present?"]) { try await taps(answer, hears: next) }
    }

    /// Taps an answer, and waits for a text. Returns all texts that arrived until then.
    @discardableResult
    func taps(_ answer: String, hears words: String) async throws -> [String] {
        try await hears(words) { _ = try await simulator.tap([answer], from: device) }
    }

    @discardableResult
    func says(_ text: String, hears words: String) async throws -> [String] {
        try await hears(words) { _ = try await simulator.send(text: text, from: device) }
    }

    @discardableResult
    private func hears(_ words: String, after action: () async throws -> Void) async throws -> [String] {
        var last = try simulator.lastNumber(of: device)
        try await action()
        var texts: [String] = []
        var isHeard = false
        // The buttons of a question arrive after its text.
        while !isHeard || texts.last?.hasSuffix("?") ?? false {
            let messages = try await simulator.messages(of: device, after: last, wait: .seconds(60))
            if messages.isEmpty { throw ProgramFailure("`\(words)` was not said, but \(texts)") }
            for message in messages {
                last = message.number
                if case .received(.text(let text)) = message.content { texts.append(text) } else { texts.append("") }
            }
            isHeard = texts.contains(words)
        }
        return texts.filter { !$0.isEmpty }
    }
}
