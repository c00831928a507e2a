import Diagnostics
import FlowCompiler
import FlowModel
import SQLStorage

@testable import Server

/// A bot that listens to events from outside: one begins a flow, and a question has an exit for two of them.
enum ParcelBot {
    static let files = [
        "bot.yaml": """
        bot: Parcels
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: shop/person
        people:
          desk:
        if_silent: never
        if_other: shop/person
        if_failed: shop/person
        entries:
          event parcel shipped: parcel
        events:
          parcel shipped:
            fields:
              number: number
              carrier: text, optional
          code sent:
            fields:
              code: text
            private: code

        """,
        "shop.yaml": """
        flow: shop
        start: welcome
        steps:
          welcome:
            ask: Shall we look for your parcel?
            answers:
              Yes: waiting
              No: bye
          waiting:
            ask: We are looking for it. Is there anything else?
            answers: [Nothing, Something]
            if_event:
              parcel shipped: found
              code sent: check
            then: bye
          found:
            say: We have found parcel {number}.
            then: end
          check:
            say: Your code is {code}.
            then: end
          bye:
            say: Bye.
            then: end
          person:
            hand_over: desk

        """,
        "parcel.yaml": """
        flow: parcel
        needs:
          number: number
          carrier: text, optional
        start: news
        steps:
          news:
            say: Parcel {number} is on its way with {carrier, or somebody}.
            then: end

        """,
    ]

    static func bot() throws -> Bot {
        let texts = files.sorted { $0.key < $1.key }.map { SourceFile(path: "Flows/\($0.key)", text: $0.value) }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "parcels"), options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    /// A server with this bot, for Apple and for the web.
    static func setup() throws -> TestServer.Setup {
        var setup = TestServer.Setup()
        setup.bot = try bot()
        setup.webChat.isEnabled = true
        setup.key = .random()
        return setup
    }
}
