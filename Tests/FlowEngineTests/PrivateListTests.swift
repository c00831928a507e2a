import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// Answers that are chosen from private data are as private as those that are typed: 3.2.
@Suite struct PrivateListTests {
    private static let actions = """
        hosts: [api.spoke.example]
        records:
          order:
            name: text
        actions:
          look_up:
            get: https://api.spoke.example/orders
            gives:
              orders: list of order
              visits: list of time
            private: [orders, visits]
            examples:
              one:
                orders:
                  - name: Bell
                visits: [2026-03-03 09:00 for 30 minutes]

        """

    static let flow = """
        steps:
          first:
            call: look_up
            then: which
          which:
            ask: Which order?
            answers:
              - each: order in first.orders
                label: {order.name}
              - label: None
            then: visit
          visit:
            ask: When?
            times: {first.visits}
            then: sure
          sure:
            ask: "{which}. Right?"
            answers:
              - "{which}, yes"
              - No
            as: list
            then: end
        """

    private static let secrets = ["Full service", "Quick service", "2026-03-03", "09:00", "1772524800000"]

    /// A customer who has been asked which order.
    static func talk(_ flow: String = flow, capabilities: String = "QUICK,LIST,TIME") throws -> Talk {
        var talk = Talk([Engine(try bot(flow, actions: actions))])
        talk.device = Device(channel: .apple, capabilities: Capabilities(list: capabilities))
        _ = try talk.say("hello")
        let orders = ["Full service", "Quick service"].map { Value.record(Fields([("name", .text($0))])) }
        let visit = Value.time(TimeSlot(start: Self.visit, duration: .minutes(30)))
        let gave = Fields([("orders", .list(orders)), ("visits", .list([visit]))])
        let call = try #require(talk.calls.last)
        _ = try talk.happen(.called(id: call.id, .gave(gave)))
        return talk
    }

    static func event(_ heard: Heard, _ bubble: BubbleOrigin? = nil, in talk: Talk) -> Event {
        Event(.heard(heard, bubble: bubble), at: talk.now, seed: Seed(high: 0, low: 0))
    }

    /// What may be seen of a turn.
    static func seen(_ outcome: Outcome) throws -> String {
        guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
        let effects = turn.shownEffects ?? turn.effects
        return JSONValue.array(effects.map(\.json)).text + turn.session.shownJSON.text
    }

    static func expectHidden(_ seen: String) {
        for secret in secrets { #expect(!seen.contains(secret), "\(secret) in \(seen)") }
    }

    /// Picks the only time that is offered.
    private static func time(in talk: Talk) throws -> Heard {
        let question = try #require(talk.session?.open?.asked.id)
        return .choice(Selection(question: question, groups: [], start: visit))
    }

    /// 3 March 2026, 9:00 in Berlin.
    private static let visit = Moment(milliseconds: 1_772_524_800_000)

    /// The same answer in each form in which devices send it.
    private static func answers(to question: String) -> [Heard] {
        [
            .choice(Selection(question: question, ids: ["Full service"], title: "Full service")),
            .choice(Selection(question: question, groups: [], title: "Full service")),
            .choice(Selection(question: question, groups: [], index: 0)), .text("Full service"), .text("service"),
        ]
    }

    @Test func `an answer from a private list is hidden, in whichever form it comes`() throws {
        let talk = try Self.talk()
        let question = try #require(talk.session?.open?.asked.id)
        for heard in Self.answers(to: question) {
            let shown = talk.engines[0].shown(Self.event(heard, in: talk), in: talk.session)
            #expect(shown?.kind == .heard(.text("(which)"), bubble: nil), "\(heard)")
        }
    }

    @Test(arguments: ["QUICK,LIST,TIME", "LIST", ""])
    func `nothing of what is offered and chosen may be seen, on any device`(_ capabilities: String) throws {
        var talk = try Self.talk(capabilities: capabilities)
        var seen = ""
        for line in ["service", "Full service", nil] {
            let heard = try line.map { Heard.text($0) } ?? Self.time(in: talk)
            let shown = talk.engines[0].shown(Self.event(heard, in: talk), in: talk.session)
            seen += try #require(shown).json.text
            seen += try Self.seen(try talk.happen(.heard(heard, bubble: nil)))
        }
        #expect(talk.session?.answers["which"] != nil && talk.session?.answers["visit"] != nil)
        #expect(talk.session?.shownAnswers["visit"] == .text("(private)"))
        Self.expectHidden(seen)
        try talk.expectReplay()
    }

    @Test func `a label into which a private answer is inserted makes its own answer private`() throws {
        var talk = try Self.talk()
        _ = try talk.say("Full service")
        _ = try talk.happen(.heard(Self.time(in: talk), bubble: nil))
        let question = try #require(talk.session?.open?.asked.id)
        let groups = [Selection.Group(title: "Full service. Right?", ids: ["Full service, yes"])]
        let tap = Heard.choice(Selection(question: question, groups: groups))
        let shown = talk.engines[0].shown(Self.event(tap, in: talk), in: talk.session)
        #expect(shown?.kind == .heard(.text("(sure)"), bubble: nil))
        _ = try talk.happen(.heard(tap, bubble: nil))
        #expect(talk.session?.status == .ended)
        #expect(talk.session?.shownAnswers["sure"] == .text("(private)"))
        try talk.expectReplay()
    }

    @Test func `headings and titles that devices return are hidden, and the answer is not`() throws {
        let flow = Self.flow.replacing("      - \"{which}, yes\"\n", with: "      - Yes\n")
        var talk = try Self.talk(flow)
        _ = try talk.say("Full service")
        _ = try talk.happen(.heard(Self.time(in: talk), bubble: nil))
        let question = try #require(talk.session?.open?.asked.id)
        let groups = [Selection.Group(title: "Full service. Right?", ids: ["Yes"])]
        let tap = Heard.choice(Selection(question: question, groups: groups, title: "Yes"))
        let shown = try #require(talk.engines[0].shown(Self.event(tap, in: talk), in: talk.session))
        Self.expectHidden(shown.json.text)
        #expect(shown.json.text.contains("\"Yes\""))
    }

    @Test(arguments: ["which", "gone"]) func `a tap on an old bubble is hidden too`(_ step: String) throws {
        var talk = try Self.talk()
        _ = try talk.say("stop")
        _ = try talk.say("hello")
        let old = BubbleOrigin(flow: "main", step: step, version: "1", turn: 2)
        let tap = Heard.choice(Selection(question: "before", ids: ["Full service"]))
        for origin in [old, .unknown] {
            let shown = try #require(talk.engines[0].shown(Self.event(tap, origin, in: talk), in: talk.session))
            Self.expectHidden(shown.json.text)
        }
    }

    @Test func `where nothing is private, old bubbles have nothing to hide`() throws {
        var talk = Talk([Engine(try bot("steps:\n  first:\n    ask: Hm?\n    answers: [Yes, No]\n    then: end"))])
        _ = try talk.say("hello")
        let tap = Heard.choice(Selection(question: "before", ids: ["Yes"], title: "Yes"))
        for step in ["first", "gone"] {
            let origin = BubbleOrigin(flow: "main", step: step, version: "1", turn: 2)
            #expect(talk.engines[0].shown(Self.event(tap, origin, in: talk), in: talk.session) == nil)
        }
    }

    @Test func `events of before are answered as they were`() throws {
        for (rules, isPrivate) in [(4, false), (Event.newestRules, true)] {
            let talk = try Self.talk()
            var event = Self.event(.text("no idea at all"), in: talk)
            event.rules = rules
            guard case .turn(let turn) = try talk.engines[0].advance(talk.session, on: event) else {
                throw BrokenFlow(description: "nothing was done")
            }
            #expect(turn.session.open?.isPrivate == isPrivate, "rules \(rules)")
        }
    }

    @Test func `agents cannot send a question that offers private answers`() throws {
        var talk = try Self.talk()
        _ = try talk.say("help")
        guard let session = talk.session else { throw BrokenFlow(description: "there is no session") }
        #expect(session.status == .withPerson)
        #expect(talk.engines[0].questionsForAgents(in: session, at: talk.now).isEmpty)
        guard case .ignored(let reason) = try talk.happen(.agent(.send(.question(flow: "main", step: "which")))) else {
            throw BrokenFlow(description: "it was sent")
        }
        #expect(reason.contains("offers private answers"))
    }
}
