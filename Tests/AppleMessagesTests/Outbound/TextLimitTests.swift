import ChannelRules
import JSON
import Logging
import MessageModel
import TestSupport
import Testing

@testable import AppleMessages

@Suite struct TextLimitTests {
    private static let words = Array(repeating: "spokes", count: 100).joined(separator: " ")

    @Test(arguments: [(true, 200), (false, 512)])
    func `a text in a bubble has at most as many characters as the limits say`(_ isStrict: Bool, _ limit: Int) {
        let text = writer(isStrict).text(Self.words)
        #expect(text.count <= limit && text.count > limit - 10)
        #expect(text.hasSuffix("spokes…"))
    }

    @Test(arguments: [(true, 200), (false, 512)])
    func `a text of exactly the limit stays as it is`(_ isStrict: Bool, _ limit: Int) {
        let text = String(repeating: "é", count: limit)
        #expect(writer(isStrict).text(text) == text)
    }

    @Test func `a word that ends just before the limit stays whole`() {
        let text = String(repeating: "a", count: 99) + " " + String(repeating: "b", count: 99) + " " + "and more"
        let shortened = writer(true).text(text)
        #expect(shortened == text.prefix(199) + "…")
    }

    @Test func `a text without spaces is cut inside its word`() {
        let shortened = writer(true).text(String(repeating: "x", count: 300))
        #expect(shortened == String(repeating: "x", count: 199) + "…")
    }

    @Test func `what people see as one character is never cut in two`() {
        let family = "👩‍👩‍👧‍👦"
        #expect(writer(true).text(String(repeating: family, count: 201)) == String(repeating: family, count: 199) + "…")
    }

    @Test func `shortening is logged without the text`() {
        let log = LogRecorder()
        _ = writer(true, log.logger).text(Self.words)
        #expect(log.lines == ["notice bubble text shortened characters=699 limit=200"])
    }

    @Test func `an answer of a quick reply stands on one line`() {
        let buttons = ButtonsMessage(
            question: "q", summary: "Which?",
            items: [.init(id: "1", title: "Main Street\n10115 Berlin"), .init(id: "2", title: "No")])
        let data = QuickReply(buttons, writer: writer(true)).data
        #expect(data["quick-reply"]?["items"]?[0]?["title"] == "Main Street 10115 Berlin")
    }

    @Test func `plain texts are not bubbles and stay whole`() async throws {
        let text = String(repeating: Self.words, count: 10)
        try await FakeGateway.run(.status(200)) { gateway, url in
            await Sending(to: url).send(.text(text))
            #expect(gateway.received.first?.json["body"]?.string == text)
        }
    }

    private func writer(
        _ isStrict: Bool, _ logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> BubbleWriter {
        BubbleWriter(limits: isStrict ? .strict : .documented, log: DeliveryLog(logger))
    }
}
