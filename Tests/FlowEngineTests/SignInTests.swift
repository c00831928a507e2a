import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// `sign_in` and `app`: sections 3.9 and 3.11 of the flow language.
@Suite struct SignInTests {
    private static let services = """
        sign_in:
          shop:
            discovery: https://id.example.com
            client: shop
            scope: openid
            claims:
              name: text
              email: text, optional
        apps:
          seats:
            bid: a:b:c
            app_id: 1
            name: Seats
            web: https://seats.example.com
            gives:
              seat: text
              row: number, optional
          key:
            bid: a:b:d
            app_id: 2
            name: Key

        """

    private static func engine(_ flow: String) throws -> Engine { Engine(try bot(flow, services: services)) }

    private static let signingIn = """
        steps:
          first:
            ask: Please sign in.
            sign_in: shop
            extra:
              hint: {customer.id}
            if_failed: sorry
            then: thanks
          sorry:
            say: That did not work ({first.problem}).
            then: end
          thanks:
            say: Hello {first.name}, {first.email, or no address}!
            then: end
        """

    @Test func `what the provider tells is never seen, also when nobody has asked any more`() throws {
        let engine = try Self.engine(Self.signingIn)
        let claims = Fields([("name", .text("Ana Berg"))])
        let reply = SignInReply(question: "gone", outcome: .success(claims))
        let event = Event(
            .heard(.signIn(reply), bubble: nil), at: Moment(seconds: 1_772_442_000), seed: Seed(high: 1, low: 1))
        let shown = engine.shown(event, in: nil)
        #expect(shown.map { $0.json.text.contains("Berg") } == false)
    }

    @Test(arguments: [
        (#"{"name": "Ana", "email": "ana@example.com"}"#, "Hello Ana, ana@example.com!"),
        (#"{"name": "Ana", "age": "40"}"#, "Hello Ana, no address!"),
        (#"{"email": "ana@example.com"}"#, "That did not work (bad answer)."),
        ("failure", "That did not work (refused)."), ("cancel", "That did not work (cancelled)."),
    ])
    func `a sign-in brings what the provider tells`(_ reply: String, _ words: String) throws {
        var talk = Talk([try Self.engine(Self.signingIn)])
        talk.device.capabilities.insert(.auth2)
        _ = try talk.say("hello")
        let told = try talk.signIn(reply)
        guard case .turn(let turn) = try talk.happen(.heard(.signIn(told), bubble: nil)) else {
            return #expect(Bool(false), "nothing happened")
        }
        #expect(turn.effects.map { $0.line(in: talk.bot.zone) } == ["bot: \(words)"])
        #expect(
            try talk.happen(.heard(.signIn(told), bubble: nil))
                == .ignored("an answer to something that is not open"))
        try talk.expectReplay()
    }

    @Test func `a device that signs in gets the message, others a link`() throws {
        try play(
            Self.engine(Self.signingIn),
            script: """
                device: LIST,AUTH2
                you: hello
                sign-in: Please sign in. | shop openid hint=ana
                sign in: {"name": "Ana"}
                bot: Hello Ana, no address!
                (ended)
                device: LIST
                you: hello
                bot: Please sign in.
                link: Sign in here:
                sign in: {"name": "Ana"}
                bot: Hello Ana, no address!
                (ended)
                """)
    }

    @Test(arguments: [
        ("sign_in: shop", "en", "Tap to sign in"), ("sign_in: shop", "ja", "タップしてサインイン"),
        ("app: seats", "en", "Tap to open"), ("app: seats", "de", "Zum Öffnen tippen"),
        ("form:\n      make:\n        ask: Which make?\n        text: one line", "en", "Tap to fill in"),
        ("form:\n      make:\n        ask: Which make?\n        text: one line", "ar", "اضغط للتعبئة"),
        ("answers: [Red, Blue]\n    as: list", "fr", "Touchez pour choisir"),
    ])
    func `a bubble says what a tap is for`(_ question: String, _ language: String, _ hint: String) throws {
        let flow = """
            steps:
              first:
                ask: Please answer.
                \(question)
                then: end
            """
        var bot = try bot(flow, services: Self.services)
        bot.languages = [language]
        var talk = Talk([Engine(bot)])
        talk.device.capabilities = [.quick, .list, .time, .form, .auth2]
        _ = try talk.say("hello")
        #expect(talk.session?.open?.asked.bubble.note == hint)
    }

    @Test func `what a provider tells is private`() throws {
        let bot = try Self.engine(Self.signingIn).bot
        guard case .ask(let question)? = bot.flows.flatMap(\.steps).first(where: { $0.name == "first" })?.thing else {
            return #expect(Bool(false), "nothing is asked")
        }
        #expect(question.isPrivate)
    }

    private static let choosing = """
        steps:
          first:
            ask: Choose your seat.
            app: seats
            live: no
            data:
              day: {today}
              who: A & B
            then: thanks
          thanks:
            say: Seat {first.seat} in row {first.row, or any}.
            then: end
        """

    @Test func `an app is told data, and answers with its fields`() throws {
        try play(
            Self.engine(Self.choosing),
            script: """
                you: hello
                opens app: Choose your seat. | seats day=2026-03-02 who=A & B not live
                app: seat = 12A, row = 3
                bot: Seat 12A in row 3.
                (ended)
                """)
    }

    @Test func `an answer without what the app declares fits nothing`() throws {
        try play(
            Self.engine(Self.choosing),
            script: """
                you: hello
                opens app: Choose your seat. | seats day=2026-03-02 who=A & B not live
                app: row = 3
                bot: Sorry?
                opens app: Choose your seat. | seats day=2026-03-02 who=A & B not live
                app: seat = 12A, row = three
                bot: Seat 12A in row any.
                (ended)
                """)
    }

    @Test func `a device without the app goes to its page, or takes the way round`() throws {
        var talk = Talk([try Self.engine(Self.choosing)])
        talk.device.lacks = [.app]
        guard case .turn(let turn) = try talk.say("hello") else { return #expect(Bool(false), "nothing happened") }
        #expect(
            turn.effects.map { $0.line(in: talk.bot.zone) } == [
                "bot: Choose your seat.", "link: https://seats.example.com?day=2026-03-02&who=A%20%26%20B",
            ])
        let key =
            "steps:\n  first:\n    ask: Open the door.\n    app: key\n    if_unable: desk\n    then: end\n"
            + "  desk:\n    say: Please ring.\n    then: end"
        var other = Talk([try Self.engine(key)])
        other.device.channel = .web
        guard case .turn(let round) = try other.say("hello") else { return #expect(Bool(false), "nothing happened") }
        #expect(round.effects.map { $0.line(in: other.bot.zone) } == ["bot: Please ring."])
        try other.expectReplay()
    }
}
