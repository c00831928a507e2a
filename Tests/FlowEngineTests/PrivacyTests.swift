import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel
import Testing

/// Private answers, and values derived from them: 3.2.
@Suite struct PrivacyTests {
    private static let actions = """
        hosts: [api.spoke.example]
        actions:
          look_up:
            post: https://api.spoke.example/look
            takes:
              plate: text
              twice: number
              note: text
            gives:
              owner: text
              colour: text
            private: [owner]
            examples:
              one:
                owner: Ana Lopez
                colour: red

        """

    private static let flow = """
        steps:
          first:
            ask: Your plate?
            text:
              kind: one line
              matches: '[A-Z]{2}-[0-9]{3}'
            private: yes
            if_other:
              say: "{said} is no plate."
              then: people/desk
            then: number
          number:
            ask: A number?
            number: whole
            private: yes
            then: make
          make:
            set:
              title: Owner of {first}
              double: {number} * 2
              colour: red
            say:
              - Your plate {first} makes {double}, {colour}.
              - Nothing private here.
            then: look
          look:
            call: look_up
            using:
              plate: {first}
              twice: {double}
              note: from {title}
            then: told
          told:
            say: "{look.owner} owns a {look.colour} car."
            ask: Fine, {title}?
            answers: [Yes, No]
            then: end
        """

    private static let secrets = ["XY-777", "4711", "9422", "Ana Lopez", "XY-7"]

    private func talk() throws -> Talk {
        var talk = Talk([Engine(try bot(Self.flow, actions: Self.actions))])
        _ = try talk.say("hello")
        return talk
    }

    /// Returns the public part of a turn's record.
    private func shown(_ outcome: Outcome) throws -> String {
        guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
        let effects = turn.shownEffects ?? turn.effects
        return JSONValue.array(effects.map(\.json)).text + turn.session.shownJSON.text
    }

    @Test func `the customer reads it, everybody else reads the name`() throws {
        var talk = try talk()
        _ = try talk.say("XY-777")
        let outcome = try talk.say("4711")
        guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
        #expect(turn.effects.count == 3)
        #expect(turn.effects.first?.line(in: .utc) == "bot: Your plate XY-777 makes 9,422, red.")
        let shown = try #require(turn.shownEffects)
        #expect(shown[0].line(in: .utc) == "bot: Your plate (first) makes (double), red.")
        #expect(shown[1].line(in: .utc) == "bot: Nothing private here.")
        #expect(
            shown[2].line(in: .utc)
                == #"call: look_up with plate = "(plate)", twice = "(twice)", note = "from (title)""#)
        #expect(talk.calls.last?.inputs["twice"] == .number(9422))
        #expect(talk.calls.last?.inputs["note"] == .text("from Owner of XY-777"))
        #expect(turn.session.answers["title"] == .text("Owner of XY-777"))
        #expect(turn.session.shownAnswers["title"] == .text("(private)"))
        #expect(turn.session.shownAnswers["colour"] == .text("red"))
    }

    @Test func `nothing of it stands in what may be seen, whatever is made of it`() throws {
        var talk = try talk()
        var seen = ""
        var before = talk.session
        for line in ["XY-7", "XY-777", "4711"] {
            let event = Event(.heard(.text(line), bubble: nil), at: talk.now, seed: Seed(high: 0, low: 0))
            let shown = try #require(talk.engines[0].shown(event, in: before))
            seen += shown.json.text
            seen += try self.shown(talk.say(line))
            before = talk.session
        }
        let call = try #require(talk.calls.last)
        let gave = ActionOutcome.gave(Fields([("owner", .text("Ana Lopez")), ("colour", .text("red"))]))
        let event = Event(.called(id: call.id, gave), at: talk.now, seed: Seed(high: 0, low: 0))
        seen += try #require(talk.engines[0].shown(event, in: before)).json.text
        let outcome = try talk.happen(event.kind)
        seen += try self.shown(outcome)
        guard case .turn(let turn) = outcome else { throw BrokenFlow(description: "nothing was done") }
        #expect(turn.effects.first?.line(in: .utc) == "bot: Ana Lopez owns a red car.")
        #expect(seen.contains("(look.owner) owns a red car."))
        #expect(seen.contains("(said) is no plate."))
        #expect(talk.session?.shownAnswers["look"]?.value(at: ["colour"]) == .text("red"))
        for secret in Self.secrets { #expect(!seen.contains(secret), "\(secret)") }
        #expect(!JSONValue.array(turn.effects.map(\.json)).text.unicodeScalars.contains { $0.value > 0xF0000 })
        #expect(!turn.session.json.text.unicodeScalars.contains { $0.value > 0xF0000 })
        try talk.expectReplay()
    }

    @Test func `a conversation without anything private has nothing to hide`() throws {
        var talk = Talk([Engine(try bot(Self.flow.replacing("    private: yes\n", with: ""), actions: Self.actions))])
        _ = try talk.say("hello")
        guard case .turn(let turn) = try talk.say("XY-777") else { throw BrokenFlow(description: "nothing was done") }
        #expect(turn.shownEffects == nil && !turn.session.isPrivate)
        #expect(turn.session.shownJSON == turn.session.json)
    }

    @Test func `the next conversation remembers nothing private`() throws {
        var talk = try talk()
        _ = try talk.say("XY-777")
        #expect(talk.session?.isPrivate == true)
        _ = try talk.say("stop")
        _ = try talk.say("hello")
        #expect(talk.session?.isPrivate == false)
    }
}
