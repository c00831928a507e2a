import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import TestSupport

@testable import Server

/// A bot with questions that take more than a tap to answer.
enum FormShop {
    static func bot() throws -> Bot {
        let files = [("bot", shared), ("shop", shop)].map { SourceFile(path: "Flows/\($0).yaml", text: $1) }
        let services = SourceFile(path: "Config/services.yaml", text: apps)
        let compilation = Compiler.compile(
            ProjectFiles(texts: files, services: services, assets: [:], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    static var setup: TestServer.Setup {
        get throws {
            var setup = TestServer.Setup()
            setup.bot = try bot()
            return setup
        }
    }

    private static let shared = """
        bot: Form Shop
        zone: Europe/Berlin
        start: shop
        if_silent: never
        if_other:
          say: Sorry?
          tries: 3
          then: shop/person
        if_failed: shop/person
        anywhere:
          agent, help, support: shop/person
          place: shop/place
          seats: shop/seats
        people:
          desk:

        """

    /// The pages that make a reply large.
    static let storyPages = (1...10).map { "story\($0)" }

    private static let stories = storyPages.map { page in
        """
              \(page):
                ask: What happened then?
                text:
                  kind: several lines
                  at_most: 10000
                optional: yes
        """
    }.joined(separator: "\n")

    private static let shop = """
        flow: shop
        start: details
        steps:
          details:
            ask: About your bike
            form:
              make:
                ask: What make is it?
                text: one line
              insured:
                ask: Is it insured?
                answers:
                  Yes: insurer
                  No: day
              insurer:
                ask: With whom?
                text: one line
              day:
                ask: When was it bought?
                date: any
        \(stories)
            if_failed:
              say: Your answers did not reach us.
              then: person
            then: which
          which:
            when:
              details.insurer is Allianz: allianz
              otherwise: other
          allianz:
            say: We tell Allianz of your {details.make}, bought on {details.day, date}.
            then: end
          other:
            say: Thank you, a {details.make}, bought on {details.day, date}.
            then: end
          place:
            ask: Where is it?
            place: any
            then: there
          there:
            say: We come to {place.name, or nowhere}.
            then: end
          seats:
            ask: Which seat?
            app: seats
            if_unable: person
            if_failed: person
            then: seated
          seated:
            say: Seat {seats.seat}.
            then: end
          person:
            say: One moment.
            hand_over: desk
            then: end

        """

    private static let apps = """
        apps:
          seats:
            app_id: 284910350
            name: Seats
            bid: com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats.MessagesExtension
            gives:
              seat: text

        """
}
