import Testing

@testable import Server

/// Which bot of a server a request is for.
@Suite struct BotChoiceTests {
    private static let choice = BotChoice([
        .init(name: .main, host: "shop.example.com", isOnApple: true, businessIDs: nil),
        .init(name: name("barber"), host: "barber.example.com", isOnApple: true, businessIDs: ["b-1", "b-2"]),
        .init(name: name("clinic"), host: "[2001:db8::1]", isOnApple: false, businessIDs: nil),
    ])

    private static func name(_ text: String) -> BotName { BotName(text) ?? .main }

    @Test(arguments: [("b-1", 1), ("b-2", 1), ("other", 0), ("", 0)])
    func `a message goes to the bot of its business, and any other to the bot that lists none`(
        business: String, index: Int
    ) {
        #expect(Self.choice.bot(ofBusiness: business) == index)
    }

    @Test func `a business of no bot goes to the first that Apple knows, which refuses it`() {
        let choice = BotChoice([
            .init(name: .main, host: nil, isOnApple: false, businessIDs: nil),
            .init(name: Self.name("barber"), host: nil, isOnApple: true, businessIDs: ["b-1"]),
        ])
        #expect(choice.bot(ofBusiness: "other") == 1)
    }

    @Test(arguments: [
        ("barber.example.com", 1), ("Barber.Example.com:443", 1), ("barber.example.com.", 1),
        ("shop.example.com", 0), ("[2001:db8::1]:8443", 2),
    ])
    func `a page is that of the host, whatever its port`(host: String, index: Int) {
        #expect(Self.choice.bot(ofPageAt: host) == .bot(index))
    }

    @Test(arguments: [nil, "", "example.com", "barber.example.com.evil.example", "127.0.0.1:8080"] as [String?])
    func `a page at an unknown host has no bot`(host: String?) {
        #expect(Self.choice.bot(ofPageAt: host) == .unknownHost)
    }

    @Test func `an operator names the bot, or uses its host, or means the server's own`() {
        #expect(Self.choice.bot(ofOperator: "clinic", at: "barber.example.com") == .bot(2))
        #expect(Self.choice.bot(ofOperator: nil, at: "barber.example.com") == .bot(1))
        #expect(Self.choice.bot(ofOperator: nil, at: "127.0.0.1") == .bot(0))
        #expect(Self.choice.bot(ofOperator: "main", at: nil) == .bot(0))
        #expect(Self.choice.bot(ofOperator: "baker", at: "barber.example.com") == .unknownBot("baker"))
    }
}
