import Channels
import Expressions
import Foundation
import JSON
import Logging
import MessageModel
import Testing

@testable import AppleMessages

/// What goes out in the place of what cannot be sent to Apple's devices yet.
@Suite struct LinkTests {
    private static let bubble = MessageBubble(title: "Please pay", note: "", image: nil, size: .large, reply: "")

    private static func pay() throws -> PayMessage {
        let euro = try #require(Currency("EUR"))
        let sheet = try #require(PaySheet(lines: [.init(label: "Bread", amount: Money(4, euro))], methods: []))
        let asked = AskedPay(
            merchant: "shop", business: "Shop", sheet: sheet, contact: [], billing: [], countries: [], recalculate: nil,
            track: nil, linkWords: "Pay here:")
        return PayMessage(question: "q-1", bubble: bubble, pay: asked)
    }

    private static func app(web: String?) -> Message {
        let asked = AskedApp(app: "seats", data: [NamedText("day", "1 & 2")], isLive: true, web: web)
        return .app(AppMessage(question: "q-1", bubble: bubble, app: asked))
    }

    private static let signIn = Message.signIn(
        SignInMessage(
            question: "q-1", bubble: bubble,
            signIn: AskedSignIn(provider: "shop", scope: [], extra: [], linkWords: "Sign in here:")))

    private static func body(of message: Message, publicURL: String?) async throws -> JSONObject {
        let envelope = Envelope(
            pictures: Album([:]), isStrict: true, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            pages: Pages(publicURL: publicURL))
        return try await envelope.content(of: message)
    }

    @Test func `a link stands in the place of a service`() async throws {
        let messages: [(Message, String)] = [
            (.pay(try Self.pay()), "Please pay\nPay here: https://bot.example.com/apple-pay/q-1/fallback"),
            (Self.signIn, "Please pay\nSign in here: https://bot.example.com/sign-in/shop/link/q-1"),
            (
                Self.app(web: "https://seats.example.com/?a=b"),
                "Please pay\nhttps://seats.example.com/?a=b&day=1%20%26%202"
            ),
            (
                .link(LinkMessage(question: "q-1", words: "Pay here:", target: .pay)),
                "Pay here: https://bot.example.com/apple-pay/q-1/fallback"
            ),
            (
                .link(LinkMessage(question: "q-1", words: "", target: .address("https://a.example"))),
                "https://a.example"
            ),
        ]
        for (message, text) in messages {
            let body = try await Self.body(of: message, publicURL: "https://bot.example.com")
            #expect(body["type"]?.string == "text" && body["body"]?.string == text)
        }
    }

    @Test func `what has no page is given up, so that the flow takes its exit`() async throws {
        for message in [.pay(try Self.pay()), Self.signIn, Self.app(web: nil)] {
            await #expect(throws: DeliveryFailure.self) { _ = try await Self.body(of: message, publicURL: nil) }
        }
    }
}
