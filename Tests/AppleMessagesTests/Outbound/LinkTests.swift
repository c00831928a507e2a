import Channels
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// Rich links, and the links that replace services.
@Suite struct LinkTests {
    private static let bubble = MessageBubble(title: "Please pay", note: "", image: nil, size: .large, reply: "")

    private static func app(web: String?) -> Message {
        let asked = AskedApp(app: "seats", data: [NamedText("day", "1 & 2")], isLive: true, web: web)
        return .app(AppMessage(question: "q-1", bubble: bubble, app: asked))
    }

    private static let signIn = Message.signIn(
        SignInMessage(
            question: "q-1", bubble: bubble,
            signIn: AskedSignIn(
                provider: "shop", scope: [], extra: [], linkWords: "Sign in here:", digitsWords: "Number:")))

    @Test func `a link stands in the place of a service`() async throws {
        let messages: [(Message, [String])] = [
            (
                Self.app(web: "https://seats.example.com/?a=b"),
                ["text Please pay", "seats.example.com -> https://seats.example.com/?a=b&day=1%20%26%202"]
            ),
            (
                .link(LinkMessage(question: "q-1", words: "Pay here:", target: .pay(Examples.payment.pay))),
                ["Pay here -> \(FixedPayments.page)"]
            ),
            (
                .link(LinkMessage(question: "q-1", words: "", target: .address("https://a.example"))),
                ["a.example -> https://a.example"]
            ),
        ]
        for (message, expected) in messages {
            let bodies = try await Sending.bodies(of: message, payments: FixedPayments())
            #expect(bodies.map(\.line) == expected)
        }
    }

    @Test func `a sign-in goes to its own address, and a link to it has digits before it`() async throws {
        let bodies = try await Sending.bodies(of: Self.signIn, signIns: FixedSignIns())
        #expect(
            bodies.first?["interactiveData"]?["data"] == [
                "version": "2.0", "requestIdentifier": "q-1",
                "authenticate": [
                    "oauth2": [
                        "responseType": "code", "scope": [], "state": .string(FixedSignIns.device.state),
                        "redirectURI": .string(FixedSignIns.device.redirect),
                        "additionalParameters": .string(FixedSignIns.device.parameters),
                    ]
                ],
            ])
        let asked = AskedSignIn(
            provider: "shop", scope: [], extra: [], linkWords: "Sign in here:", digitsWords: "The number:")
        let link = Message.link(LinkMessage(question: "q-1", words: asked.linkWords, target: .signIn(asked)))
        let lines = try await Sending.bodies(of: link, signIns: FixedSignIns()).map(\.line)
        #expect(lines == ["text The number: 42", "Sign in here -> \(FixedSignIns.link.address)"])
    }

    @Test func `what has no page is given up, so that the flow takes its exit`() async throws {
        for message in [.pay(Examples.payment), Self.signIn, Self.app(web: nil)] {
            await #expect(throws: DeliveryFailure.self) { _ = try await Sending.bodies(of: message) }
        }
    }

    @Test(arguments: [
        ("Hello", ["text Hello"]),
        ("https://spoke.example", ["spoke.example -> https://spoke.example"]),
        (
            "See https://spoke.example/a for more.",
            ["text See https://spoke.example/a for more.", "spoke.example -> https://spoke.example/a"]
        ),
        ("Our shop: https://spoke.example/a", ["text Our shop:", "spoke.example -> https://spoke.example/a"]),
        ("Our shop: https://spoke.example/a.", ["text Our shop:", "spoke.example -> https://spoke.example/a"]),
        (
            "Both:\nhttps://a.example\nhttps://b.example\nBye",
            [
                "text Both:\nBye", "a.example -> https://a.example", "b.example -> https://b.example",
            ]
        ),
        ("https://a.example https://b.example", ["a.example -> https://a.example", "b.example -> https://b.example"]),
        (
            "Twice https://a.example, https://a.example!",
            ["text Twice https://a.example, https://a.example!", "a.example -> https://a.example"]
        ),
        (
            "(see http://www.a.example/b_(c))",
            ["text (see http://www.a.example/b_(c))", "a.example -> http://www.a.example/b_(c)"]
        ),
        ("Write to ana@a.example or mailto:ana@a.example", ["text Write to ana@a.example or mailto:ana@a.example"]),
        ("ftp://a.example, shttps://a.example, https://", ["text ftp://a.example, shttps://a.example, https://"]),
        (
            "詳しくは https://a.example/日本。",
            ["text 詳しくは https://a.example/日本。", "a.example -> https://a.example/%E6%97%A5%E6%9C%AC"]
        ),
        ("HTTPS://A.example/Q", ["A.example -> HTTPS://A.example/Q"]),
        ("", ["text "]),
    ])
    func `every address of a text goes out as a rich link, and the text keeps what its sentence needs`(
        _ text: String, _ expected: [String]
    ) async throws {
        #expect(try await Sending.bodies(of: .text(text)).map(\.line) == expected)
    }

    @Test func `a text of many addresses becomes five rich links at most and keeps the others`() async throws {
        let addresses = (1...8).map { "https://\($0).example" }
        let bodies = try await Sending.bodies(of: .text(addresses.joined(separator: "\n")))
        #expect(bodies.count == 6)
        #expect(bodies[0]["body"]?.string == addresses[5...].joined(separator: "\n"))
    }
}

extension JSONValue {
    /// The body in one line, for tables: a text, or the title and the URL of a rich link.
    var line: String {
        if let text = self["body"]?.string { return "text \(text)" }
        let link = self["richLinkData"]
        return "\(link?["title"]?.string ?? "?") -> \(link?["url"]?.string ?? "?")"
    }
}
