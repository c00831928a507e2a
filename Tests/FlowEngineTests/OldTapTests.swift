import FlowEngine
import JSON
import Testing

/// Taps on old bubbles with `old_taps: go back`: 6.6.
@Suite struct OldTapTests {
    private static let goingBack = plainBot + "\nold_taps: go back"

    private static let actions = """
        hosts: [api.spoke.example]
        actions:
          look:
            get: https://api.spoke.example/look
            gives:
              times: list of time
            examples:
              one:
                times: [2026-03-03 10:00]
          book:
            post: https://api.spoke.example/book
            gives:
              code: text
            examples:
              one:
                code: R-1

        """

    private static let flow = """
        anywhere:
          price: price
          other: other/one
          colour: first
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: count
          count:
            set:
              n: 1
            ask: {first}, and how many?
            answers:
              One: size
              Two: more
          more:
            set:
              n: {n} + 1
            say: {n} of them.
            then: size
          size:
            ask: {first}, {count}, and which size?
            answers:
              Large: done
              Small: book
              Back: back
              Look: look
          look:
            call: look
            then: kind
          book:
            call: book
            then: kind
          kind:
            ask: Which kind? {book.code, or None}
            answers: [New, Used]
            then: done
          price:
            say: Nine euros.
            then: resume
          done:
            say: {first} {count} {n} {size}.
            then: end
        """

    private static let other =
        "flow: other\nstart: one\nsteps:\n  one:\n    ask: Other?\n    answers: [Yes, No]\n    then: end"

    private static func engine(_ flow: String = flow, version: String = "1") throws -> Engine {
        Engine(try bot(flow, ["other": other], bot: goingBack, actions: actions, version: version))
    }

    @Test func `the new answer counts, and what came later is forgotten`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                tap: Two
                bot: 2 of them.
                bot: Red, Two, and which size?
                buttons: Large, Small, Back, Look
                wait: 1 minute
                tap 2: One
                bot: Red, One, and which size?
                buttons: Large, Small, Back, Look
                tap 1: Blue
                bot: Blue, and how many?
                buttons: One, Two
                tap: Two
                bot: 2 of them.
                bot: Blue, Two, and which size?
                buttons: Large, Small, Back, Look
                tap: Large
                bot: Blue Two 2 Large.
                (ended)
                """)
    }

    @Test func `a value that was overwritten later is as it was`() throws {
        try play(
            Self.engine(
                """
                steps:
                  first:
                    set:
                      n: 1
                    ask: Which?
                    answers: [Red, Blue]
                    then: next
                  next:
                    ask: And now? {n}
                    answers:
                      More: more
                      Enough: done
                  more:
                    set:
                      n: {n} + 1
                    say: {n}.
                    then: next
                  done:
                    say: {n} {first}.
                    then: end
                """),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: And now? 1
                buttons: More, Enough
                tap: More
                bot: 2.
                bot: And now? 2
                buttons: More, Enough
                tap: More
                bot: 3.
                bot: And now? 3
                buttons: More, Enough
                wait: 1 minute
                tap 2: Enough
                bot: 1 Red.
                (ended)
                """)
    }

    @Test func `what happens only once is not done again`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                tap: One
                bot: Red, One, and which size?
                buttons: Large, Small, Back, Look
                tap: Small
                call: book
                (calling)
                gave: {"code": "R-7"}
                bot: Which kind? R-7
                buttons: New, Used
                tap 2: Two
                bot: That question is no longer open.
                bot: Which kind? R-7
                buttons: New, Used
                """)
    }

    @Test func `what can be looked up again is no obstacle, and is forgotten`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                tap: One
                bot: Red, One, and which size?
                buttons: Large, Small, Back, Look
                tap: Look
                call: look
                (calling)
                gave: {"times": []}
                bot: Which kind? None
                buttons: New, Used
                tap 1: Blue
                bot: Blue, and how many?
                buttons: One, Two
                """)
    }

    @Test func `the bubble of an earlier visit belongs to the visit that asked it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                you: colour
                bot: Which?
                buttons: Red, Blue
                tap 1: Blue
                bot: Blue, and how many?
                buttons: One, Two
                """)
    }

    @Test func `back and an old bubble go together`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                tap: Two
                bot: 2 of them.
                bot: Red, Two, and which size?
                buttons: Large, Small, Back, Look
                tap: Back
                bot: Red, and how many?
                buttons: One, Two
                tap 1: Blue
                bot: Blue, and how many?
                buttons: One, Two
                tap: One
                bot: Blue, One, and which size?
                buttons: Large, Small, Back, Look
                """)
    }

    @Test func `a question that was interrupted later is not resumed`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                you: colour
                bot: Which?
                buttons: Red, Blue
                tap 2: Two
                bot: 2 of them.
                bot: Red, Two, and which size?
                buttons: Large, Small, Back, Look
                """)
    }

    @Test func `a bubble of another flow, of an earlier conversation or of no known step is explained`() throws {
        try play(
            Self.engine(Self.flow.replacing("{count}, and which", with: "{count, or none}, and which")),
            Self.engine(
                Self.flow.replacing("{count}, and which", with: "{number, or none}, and which").replacing(
                    "count", with: "number"), version: "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: other
                bot: Other?
                buttons: Yes, No
                tap 1: Red
                bot: That question is no longer open.
                bot: Other?
                buttons: Yes, No
                tap: No
                (ended)
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                tap 1: Blue
                bot: That question is no longer open.
                bot: Red, and how many?
                buttons: One, Two
                tap: One
                bot: Red, One, and which size?
                buttons: Large, Small, Back, Look
                edit:
                wait: 1 minute
                tap 6: Two
                bot: That question is no longer open.
                bot: Red, none, and which size?
                buttons: Large, Small, Back, Look
                """)
    }

    @Test func `ids decide: a new label never breaks an old bubble, and an id that is gone is explained`() throws {
        let old = Self.flow.replacing(
            "answers: [Red, Blue]",
            with: "as: buttons\n    answers:\n      - label: Red\n        id: r\n      - label: Blue\n        id: b")
        try play(
            Self.engine(old), Self.engine(old.replacing("label: Blue", with: "label: Navy"), version: "2"),
            Self.engine(old.replacing("id: b", with: "id: n"), version: "3"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and how many?
                buttons: One, Two
                edit:
                tap 1: Blue
                bot: Navy, and how many?
                buttons: One, Two
                edit:
                wait: 1 minute
                tap 1: Blue
                bot: That question is no longer open.
                bot: Navy, and how many?
                buttons: One, Two
                """)
    }

    @Test func `a tap in an ended conversation starts anew`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: stop
                bot: Goodbye! Write again whenever you like.
                (ended)
                tap: Blue
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `without a word about it an old tap is explained, and nothing is noted for it`() throws {
        var talk = Talk([Engine(try bot(Self.flow, ["other": Self.other], actions: Self.actions))])
        _ = try talk.say("hello")
        _ = try talk.say("red")
        let json = try #require(talk.session?.json)
        #expect(json["trail"]?.text == #"["first"]"#)
        #expect(json["began"] == nil)
    }
}
