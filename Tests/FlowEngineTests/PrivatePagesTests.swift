import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// What is asked on pages and passed to apps is as private as what it is made of: 3.2.
@Suite struct PrivatePagesTests {
    private static let form = """
        steps:
          first:
            call: look_up
            then: details
          details:
            ask: Some details
            form:
              count:
                ask: How many?
                number: whole
                then: which
              which:
                ask: Which order?
                answers:
                  - each: order in first.orders
                    label: {order.name}
                then: send
            then: done
          done:
            say: "{details.which}"
            then: end
        """

    @Test func `a later page of a form hides what it offers, also when it is asked again`() throws {
        var talk = try PrivateListTests.talk(Self.form)
        var seen = ""
        for line in ["2", "no idea", "Full service"] {
            let shown = talk.engines[0].shown(PrivateListTests.event(.text(line), in: talk), in: talk.session)
            seen += try #require(shown).json.text
            seen += try PrivateListTests.seen(try talk.say(line))
        }
        #expect(talk.session?.status == .ended)
        PrivateListTests.expectHidden(seen)
        try talk.expectReplay()
    }

    @Test func `a summary of private answers hides them, also when it is asked again`() throws {
        let flow = """
            steps:
              first:
                ask: Some details
                form:
                  plate:
                    ask: Which plate?
                    text: one line
                    then: send
                summary: yes
                private: yes
                then: end
            """
        var talk = Talk([Engine(try bot(flow))])
        _ = try talk.say("hello")
        for words in ["XY-777", "What?"] {
            let outcome = try talk.say(words)
            #expect(try !PrivateListTests.seen(outcome).contains("XY-777"), "\(words)")
            guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
            #expect(JSONValue.array(turn.effects.map(\.json)).text.contains("Which plate? XY-777"), "\(words)")
        }
        try talk.expectReplay()
    }

    private static let services = """
        apps:
          seats:
            bid: a:b:c
            app_id: 1
            name: Seats
            web: https://seats.example.com
            gives:
              seat: text

        """

    private static let app = """
        steps:
          first:
            ask: Your plate?
            text: one line
            private: yes
            then: seat
          seat:
            ask: Choose your seat.
            app: seats
            data:
              plate: {first}
              words: My {first}
            then: end
        """

    @Test(arguments: [true, false]) func `data for an app is hidden, and arrives without marks`(_ hasApp: Bool) throws {
        var talk = Talk([Engine(try bot(Self.app, services: Self.services))])
        if !hasApp { talk.device = .web }
        _ = try talk.say("hello")
        let outcome = try talk.say("XY-777")
        #expect(try !PrivateListTests.seen(outcome).contains("XY-777"))
        guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
        let real = JSONValue.array(turn.effects.map(\.json)).text
        #expect(real.contains("XY-777") && !real.contains("%F3") && !PrivateMarks.isMarked(real), "\(real)")
        #expect(real.contains("plate=XY-777") == !hasApp)
        try talk.expectReplay()
    }
}
