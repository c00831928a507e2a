import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// What agents do with a conversation that is with people.
@Suite struct AgentTests {
    private static let flow = """
        steps:
          first:
            ask: Which colour?
            answers: [Red, Blue]
            then: person
          size:
            ask: Which size of {first, lower}?
            answers: [Small, Large]
            then: end
          secret:
            ask: Your number?
            text: one line
            private: yes
            then: size
          person:
            hand_over: desk
            if_unanswered:
              after: 3 minutes
              say: Still busy.
              then: call_us
            then: size
          call_us:
            say: Please call us.
            then: secret
        """

    private static let bot = plainBot.replacing(
        "people:\n",
        with: """
            hours:
              opening hours:
                Monday to Friday: 9:00 to 18:00
            replies:
              hello:
                say: Hello, this is {bot.business}.
                shortcut: hi
              from the desk:
                say: We open {hours.opening-hours, today}.
                queue: desk
            people:
              billing:
                hours: opening hours

            """)

    /// A customer who waits for people.
    private static func waiting(_ flow: String = flow) throws -> Talk {
        var talk = Talk([Engine(try FlowEngineTests.bot(flow, bot: bot))])
        _ = try talk.say("hello")
        _ = try talk.say("Red")
        try #require(talk.session?.status == .withPerson)
        return talk
    }

    private static func lines(_ outcome: Outcome) -> [String] {
        switch outcome {
        case .turn(let turn): turn.effects.map { $0.line(in: .utc) }
        case .ignored(let reason): ["(ignored: \(reason))"]
        }
    }

    @Test func `whoever takes it first has it, until it is released or given to another`() throws {
        var talk = try Self.waiting()
        _ = try talk.happen(.agent(.take), by: "ana")
        #expect(talk.session?.people?.agent == "ana")
        #expect(
            Self.lines(try talk.happen(.agent(.take), by: "ben")) == ["(ignored: `ana` has taken the conversation)"])
        #expect(Self.lines(try talk.happen(.agent(.take), by: "ana")) == [])
        _ = try talk.happen(.agent(.release), by: "ben")
        #expect(talk.session?.people?.agent == nil)
        #expect(
            Self.lines(try talk.happen(.agent(.release), by: "ben")) == ["(ignored: no one has taken the conversation)"]
        )
        _ = try talk.happen(.agent(.assign(to: "cem")), by: "ben")
        #expect(talk.session?.people?.agent == "cem")
        _ = try talk.happen(.givenBack, by: "cem")
        #expect(talk.session?.people == nil)
        #expect(Self.lines(try talk.happen(.agent(.take), by: "ana")) == ["(ignored: \(notWithPeople))"])
        try talk.expectReplay()
    }

    @Test func `a note goes to no one, and leaves the customer waiting`() throws {
        var talk = try Self.waiting()
        #expect(Self.lines(try talk.happen(.agent(.note("Called twice.")), by: "ana")) == [])
        let later = try talk.wait(.minutes(3))
        #expect(later.flatMap(Self.lines) == ["bot: Still busy."])
        try talk.expectReplay()
    }

    @Test(arguments: [
        (AgentAct.note("Pin 1234"), "note"), (.transfer(QueueTransfer(queue: "desk", note: "Pin 1234")), "note"),
    ]) func `a note is hidden in a conversation with private answers`(_ act: AgentAct, _: String) throws {
        let flow = Self.flow.replacing(
            "    ask: Which colour?\n    answers: [Red, Blue]",
            with: "    ask: Which colour?\n    text: one line\n    private: yes")
        let talk = try Self.waiting(flow)
        let event = Event(.agent(act), at: talk.now, seed: Seed(high: 1, low: 1))
        let shown = try #require(talk.engines[0].shown(event, in: talk.session))
        #expect(!shown.json.text.contains("1234"))
        #expect(event.withoutNote(in: talk.session) == shown)
        #expect(try talk.engines[0].shown(event, in: Self.waiting().session) == nil)
        var after = talk
        guard case .turn(let turn) = try after.happen(.agent(act), by: "ana") else {
            Issue.record("it was ignored")
            return
        }
        let effects = (turn.shownEffects ?? turn.effects).map(\.json.text)
        #expect(!effects.joined().contains("1234"))
        #expect(turn.effects.allSatisfy { !$0.json.text.contains("(private)") })
    }

    @Test func `in another queue no one has it, and the time without an answer begins anew`() throws {
        var talk = try Self.waiting()
        _ = try talk.happen(.agent(.take), by: "ana")
        _ = try talk.wait(.minutes(2))
        let moved = try talk.happen(.agent(.transfer(QueueTransfer(queue: "billing", note: "An invoice."))), by: "ana")
        #expect(Self.lines(moved) == ["hand over: billing, An invoice."])
        #expect(talk.session?.people == PeopleState(queue: "billing"))
        #expect(try talk.wait(.minutes(2)).flatMap(Self.lines) == [])
        #expect(try talk.wait(.minutes(1)).flatMap(Self.lines) == ["bot: Still busy."])
        try talk.expectReplay()
    }

    @Test func `a closed queue takes a conversation only if the customer may wait`() throws {
        var talk = try Self.waiting()
        talk.now = talk.now + .hours(10)
        let refused = try talk.happen(.agent(.transfer(QueueTransfer(queue: "billing"))), by: "ana")
        #expect(Self.lines(refused) == ["(ignored: the queue `billing` is closed)"])
        let taken = try talk.happen(.agent(.transfer(QueueTransfer(queue: "billing", mayWait: true))), by: "ana")
        #expect(Self.lines(taken) == ["hand over: billing"])
        let unknown = try talk.happen(.agent(.transfer(QueueTransfer(queue: "nobody"))), by: "ana")
        #expect(Self.lines(unknown) == ["(ignored: there is no queue `nobody`)"])
    }

    private static let choices = AgentMessage.choices(
        AgentChoices(title: "Which size?", options: [.init(id: "s", label: "Small"), .init(id: "l", label: "Large")]))

    @Test(arguments: [
        ("QUICK,LIST,TIME", ["bot: Which size?", "buttons: Small, Large"]),
        ("LIST", ["list: Which size? | Small, Large"]),
        ("", ["bot: Which size? / 1 Small / 2 Large"]),
    ]) func `choices have the best form that the device has`(_ abilities: String, _ lines: [String]) throws {
        var talk = try Self.waiting()
        talk.device = Device(channel: .apple, capabilities: Capabilities(list: abilities))
        _ = try talk.say("are you there?")
        let sent = try talk.happen(.agent(.send(Self.choices)), by: "ana")
        #expect(Self.lines(sent) == lines)
        #expect(talk.session?.status == .withPerson && talk.session?.handover == nil, "someone has answered")
        try talk.expectReplay()
    }

    @Test func `what the customer chooses is read, tapped or typed`() throws {
        var talk = try Self.waiting()
        _ = try talk.happen(.agent(.send(Self.choices)), by: "ana")
        let bubble = try #require(talk.bubbles.last)
        let people = try #require(talk.session?.people)
        let tap = Heard.choice(Selection(question: bubble.id, ids: ["l"]))
        #expect(people.answer(in: tap) == AgentAnswer(words: "Large", ids: ["l"]))
        for typed in ["2", "large", "Large!"] {
            #expect(people.answer(in: .text(typed)) == AgentAnswer(words: "Large", ids: ["l"]), "\(typed)")
        }
        #expect(people.answer(in: .text("neither")) == nil)
        #expect(people.answer(in: .choice(Selection(question: "another", ids: ["l"]))) == nil)
        #expect(Self.lines(try talk.choose(Selection(question: bubble.id, ids: ["l"]))) == [])
        #expect(talk.session?.status == .withPerson)
    }

    @Test func `a question of a flow is sent with its names filled in, and its answer is for people`() throws {
        var talk = try Self.waiting()
        let sent = try talk.happen(.agent(.send(.question(flow: "main", step: "size"))), by: "ana")
        #expect(Self.lines(sent) == ["bot: Which size of red?", "buttons: Small, Large"])
        let bubble = try #require(talk.bubbles.last)
        _ = try talk.choose(Selection(question: bubble.id, ids: ["Small"]))
        #expect(talk.session?.status == .withPerson && talk.session?.answers["size"] == nil)
        try talk.expectReplay()
    }

    @Test(arguments: [
        ("size", "nowhere", "there is no question `size` in a flow `nowhere`"),
        ("person", "main", "there is no question `person` in a flow `main`"),
        ("secret", "main", "the question `secret` is private: only its flow can ask it"),
    ]) func `a question that only its flow can ask is refused`(
        _ step: String, _ flow: String, _ reason: String
    ) throws {
        var talk = try Self.waiting()
        let refused = try talk.happen(.agent(.send(.question(flow: flow, step: step))), by: "ana")
        #expect(Self.lines(refused) == ["(ignored: \(reason))"])
    }

    @Test func `links and files are cards`() throws {
        var talk = try Self.waiting()
        let link = LinkCard(address: "https://example.com/bill", title: "Your bill")
        #expect(
            Self.lines(try talk.happen(.agent(.send(.link(link))), by: "ana")) == [
                "link: Your bill / https://example.com/bill"
            ])
        let file = AgentFile(id: "f-1", name: "bill?.pdf")
        let sent = try talk.happen(.agent(.send(.file(file))), by: "ana")
        #expect(Self.lines(sent) == ["file: bill_.pdf"])
        guard case .turn(let turn) = sent, case .card(let card)? = turn.effects.first?.outgoing?.message,
            case .file(let shown) = card.content
        else { throw BrokenFlow(description: "no file") }
        #expect(FileCard.storedID(in: shown.source) == "f-1" && FileCard.storedID(in: "bill.pdf") == nil)
        #expect(card.address == nil, "its source is no address")
        try talk.expectReplay()
    }

    @Test(arguments: [
        AgentAct.take, .release, .assign(to: "ben"), .note("Hm."), .send(.file(AgentFile(id: "f", name: "a.pdf"))),
        .send(.link(LinkCard(address: "https://example.com", title: "A"))), .send(choices),
        .send(.question(flow: "main", step: "size")), .transfer(QueueTransfer(queue: "desk", note: "N", mayWait: true)),
        .transfer(QueueTransfer(queue: "desk")),
    ]) func `each act is the same after it has been stored`(_ act: AgentAct) throws {
        #expect(try AgentAct(json: JSONValue(parsing: act.json.text)) == act)
    }

    @Test(arguments: [AgentAct.take, .release, .assign(to: "ben"), .note("Hm.")])
    func `what needs no flow has the same outcome without them`(_ act: AgentAct) throws {
        var talk = try Self.waiting()
        if act == .release { _ = try talk.happen(.agent(.take), by: "ana") }
        let before = try #require(talk.session)
        guard case .turn(let turn) = try talk.happen(.agent(act), by: "ana") else {
            throw BrokenFlow(description: "it is ignored")
        }
        guard case .turn(let other) = before.outcome(of: act, by: "ana", at: talk.now) else {
            throw BrokenFlow(description: "it is ignored without flows")
        }
        #expect(other.session == turn.session && other.effects == turn.effects)
    }

    @Test func `replies are those of the queue, filled in`() throws {
        let talk = try Self.waiting()
        let session = try #require(talk.session)
        let replies = talk.engines[0].replies(for: session, in: "desk", at: talk.now)
        #expect(replies.map(\.name) == ["hello", "from the desk"])
        #expect(replies.map(\.shortcut) == ["hi", nil])
        #expect(replies[0].text == "Hello, this is Test Bot.")
        #expect(talk.engines[0].replies(for: session, in: "billing", at: talk.now).map(\.name) == ["hello"])
        let questions = talk.engines[0].questionsForAgents(in: session, at: talk.now)
        #expect(questions.map(\.step) == ["first", "size"])
        #expect(questions.map(\.text) == ["Which colour?", "Which size of red?"])
        // Of another customer nothing is known.
        let other = try #require(try Talk.begun(by: talk.engines[0]))
        #expect(talk.engines[0].questionsForAgents(in: other, at: talk.now)[1].text == "Which size of (first)?")
    }

    private let notWithPeople = "the conversation is not with a person"
}

extension Talk {
    /// The session of a customer who has written once.
    fileprivate static func begun(by engine: Engine) throws -> Session? {
        var talk = Talk([engine])
        _ = try talk.say("hello")
        return talk.session
    }
}
