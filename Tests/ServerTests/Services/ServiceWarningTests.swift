import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

@testable import Server

/// Warnings to operators about flows that use a service.
@Suite struct ServiceWarningTests {
    private static func bot(processor: String = "", unable: String = "") throws -> Bot {
        let files = ProjectFiles(
            texts: [
                SourceFile(
                    path: "Flows/bot.yaml",
                    text: """
                        bot: Shop
                        zone: Europe/Berlin
                        currency: EUR
                        start: shop
                        if_silent: never
                        if_other: shop/person
                        if_failed: shop/person
                        anywhere:
                          agent, help, support: shop/person
                        people:
                          counter:

                        """),
                SourceFile(
                    path: "Flows/shop.yaml",
                    text: """
                        flow: shop
                        start: account
                        steps:
                          account:
                            ask: Please sign in.
                            sign_in: id
                            then: seat
                          seat:
                            ask: Which seat?
                            app: seats
                            then: door
                          door:
                            ask: Open the door.
                            app: key
                            if_unable: checkout
                            then: checkout
                          checkout:
                            ask: Please pay.
                            pay:
                              Bread: 4.20
                        \(unable)
                            then: end
                          person:
                            say: Somebody will answer you.
                            hand_over: counter

                        """),
            ],
            actions: SourceFile(
                path: "Config/actions.yaml",
                text: """
                    hosts: [api.example.com]
                    actions:
                      charge:
                        post: https://api.example.com/charge
                        examples:
                          ok:

                    """),
            services: SourceFile(
                path: "Config/services.yaml",
                text: """
                    sign_in:
                      id:
                        discovery: https://id.example.com
                        client: shop
                    merchants:
                      shop:
                        identifier: merchant.example
                        country: DE
                        networks: [visa]
                    \(processor)
                    apps:
                      seats:
                        bid: a:b:c
                        app_id: 1
                        name: Seats
                        web: https://seats.example.com
                      key:
                        bid: a:b:d
                        app_id: 2
                        name: Key
                        icon: key.png

                    """), assets: ["key.png": Asset(bytes: [])], version: "1")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text()) }
        return bot
    }

    @Test func `what Apple asks for is told, step by step`() throws {
        let warnings = try Self.bot().serviceWarnings(publicURL: "https://bot.example.com")
        #expect(
            warnings == [
                "flow `shop`, step `seat`: the app `seats` has no `icon`, which Apple requires in every message"
            ])
    }

    @Test func `a link needs an address under which we are seen`() throws {
        let warnings = try Self.bot().serviceWarnings(publicURL: nil)
        #expect(
            warnings.first
                == "flow `shop`, step `account`: signing in needs `server.public_url`; without it the step takes `if_failed`"
        )
    }

    @Test func `nobody pays a merchant for whom no action takes the payment`() throws {
        #expect(
            try Self.bot().lacksForPaying == [
                "flow `shop`, step `checkout`: the merchant `shop` has no `processor` in Config/services.yaml, so payments "
                    + "cannot be processed"
            ])
        #expect(try Self.bot(processor: "    processor: charge").lacksForPaying == [])
    }

    @Test func `a server with a web chat refuses a payment at which a browser could not go on`() throws {
        let refusal =
            "flow `shop`, step `checkout`: customers of the web chat cannot pay here; add `if_unable` to the step, route "
            + "them elsewhere before it with `when` and `device.pay is no`, or set `web_chat.enabled` to `false`"
        let lacks = { (isEnabled: Bool?, bot: Bot) in
            var settings = try Self.settings()
            settings.webChat.isEnabled = isEnabled
            return BotNeeds(calls: ActionCalls(), settings: settings).lacks(of: bot)
        }
        #expect(try lacks(true, try Self.bot()).contains(refusal))
        #expect(try !lacks(nil, try Self.bot()).contains(refusal))
        let withExit = try Self.bot(unable: "    if_unable: person")
        #expect(try !lacks(true, withExit).contains { $0.contains("web chat") })
    }

    private static func settings() throws -> ServerSettings {
        var reader = SettingsReader(file: nil, environment: [:])
        return try reader.settings(isServing: false)
    }

    @Test(arguments: ["ftp://bot.example.com", "http://bot.example.com", "bot.example.com", "https://"])
    func `the public address is one that devices can open`(_ address: String) throws {
        var reader = SettingsReader(file: nil, environment: ["USHER_SERVER_PUBLIC_URL": address])
        #expect(throws: SettingsError.self) { try reader.settings(isServing: false) }
    }

    @Test func `the public address has no slash at its end`() throws {
        for (written, read) in [
            ("https://bot.example.com/", "https://bot.example.com"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            var reader = SettingsReader(file: nil, environment: ["USHER_SERVER_PUBLIC_URL": written])
            #expect(try reader.settings(isServing: false).publicURL == read)
        }
    }
}
