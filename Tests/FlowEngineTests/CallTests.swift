import FlowEngine
import Testing

/// `call`: section 5 of the flow language, and `if_failed` of 6.1.
@Suite struct CallTests {
    private static let actions = """
        hosts: [api.spoke.example]
        actions:
          free_slots:
            get: https://api.spoke.example/slots
            query:
              service: {service}
            takes:
              service: text
            gives:
              times: list of time
            examples:
              one:
                times: [2026-03-03 10:00 for 45 minutes]
          book:
            post: https://api.spoke.example/book
            body:
              start: {start}
              service: {service}
              guests: {guests}
              day: {day}
            takes:
              service: text, optional
              start: time
              guests: number, optional
              day: date, optional
            gives:
              code: text
              note: text, optional
            problems:
              409: taken
            examples:
              booked:
                code: R-1

        """

    private static func engine(_ flow: String, version: String = "1") throws -> Engine {
        Engine(try bot(flow, actions: actions, version: version))
    }

    private static let booking = """
        steps:
          first:
            ask: What needs fixing?
            answers:
              - label: Puncture
                id: tyre
              - label: Brakes
                id: brake
            then: slots
          slots:
            call: free_slots
            using:
              service: {first}
            meanwhile: Let me look.
            then: visit
            if_failed:
              say: The book does not answer ({slots.problem, or no reason}).
              then: people/desk
          visit:
            ask: When?
            times: {slots.times}
            then: book
          book:
            call: book
            using:
              start: {visit.start}
              guests: 4
              service: {first}
              day: {visit}
            then: done
            if_failed:
              say: Just gone.
              retry_from: slots
              tries: 2
              then: people/desk
          done:
            say: Your code is {book.code}. {book.note, or No note.}
            then: end
        """

    @Test func `a call gets its inputs in the types of the action, and its answer is used`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                gave: {"times": [{"start": "2026-03-03T10:00:00+01:00", "duration": 2700}]}
                times: When? | 2026-03-03T10:00
                pick: 2026-03-03T10:00
                call: book with start = "2026-03-03T10:00:00+01:00", guests = 4, service = "tyre", day = "2026-03-03"
                (calling)
                gave: {"code": "R-1701"}
                bot: Your code is R-1701. No note.
                (ended)
                """)
    }

    @Test func `a failure tries again from further up, so often and no more`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Brakes
                call: free_slots with service = "brake"
                (calling)
                gave: {"times": ["2026-03-03T10:00:00+01:00"]}
                times: When? | 2026-03-03T10:00
                pick: 2026-03-03T10:00
                call: book with start = "2026-03-03T10:00:00+01:00", guests = 4, service = "brake", day = "2026-03-03"
                (calling)
                failed: taken
                bot: Just gone.
                call: free_slots with service = "brake"
                (calling)
                gave: {"times": ["2026-03-03T11:00:00+01:00"]}
                times: When? | 2026-03-03T11:00
                pick: 2026-03-03T11:00
                call: book with start = "2026-03-03T11:00:00+01:00", guests = 4, service = "brake", day = "2026-03-03"
                (calling)
                failed: taken
                bot: Just gone.
                call: free_slots with service = "brake"
                (calling)
                gave: {"times": ["2026-03-03T12:00:00+01:00"]}
                times: When? | 2026-03-03T12:00
                pick: 2026-03-03T12:00
                call: book with start = "2026-03-03T12:00:00+01:00", guests = 4, service = "brake", day = "2026-03-03"
                (calling)
                failed: taken
                bot: Just gone.
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `the count of failures begins anew when the step succeeds`() throws {
        try play(
            Self.engine(
                """
                steps:
                  first:
                    call: book
                    using:
                      start: 2026-03-03 10:00
                    then: again
                    if_failed:
                      retry_from: first
                      then: people/desk
                  again:
                    ask: Once more?
                    answers:
                      Yes: first
                      No: end
                """),
            script: """
                you: hello
                call: book with start = "2026-03-03T10:00:00+01:00"
                (calling)
                failed: timeout
                call: book with start = "2026-03-03T10:00:00+01:00"
                (calling)
                gave: {"code": "A"}
                bot: Once more?
                buttons: Yes, No
                tap: Yes
                call: book with start = "2026-03-03T10:00:00+01:00"
                (calling)
                failed: timeout
                call: book with start = "2026-03-03T10:00:00+01:00"
                (calling)
                failed: timeout
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `the customer hears of a call that takes long, and its problem has a name`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                wait: 2 seconds
                wait: 1 second
                bot: Let me look.
                (calling)
                wait: 1 hour
                failed: unreachable
                bot: The book does not answer (unreachable).
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `while a call is under way only the words for any moment do something`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                you: are you there?
                bot: Let me look.
                (calling)
                you: hm
                (ignored: a call is in progress, and no question is open)
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                gave 1: {"times": []}
                (ignored: the conversation has moved on)
                """)
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                you: Stop!
                bot: Goodbye! Write again whenever you like.
                (ended)
                gave 1: {"times": []}
                (ignored: the conversation has moved on)
                """)
    }

    @Test func `a customer who closes the conversation hears nothing of its call`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                close:
                drop pending
                (closed)
                gave: {"times": []}
                (ignored: the conversation has moved on)
                """)
    }

    @Test func `an empty list of times takes the exit for failures`() throws {
        try play(
            Self.engine(Self.booking),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                gave: {"times": []}
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `an edit that takes the calling step away begins the flow anew`() throws {
        let edited = """
            steps:
              first:
                ask: Welcome back. What is it?
                answers: [Puncture, Brakes]
                then: end
            """
        try play(
            Self.engine(Self.booking), Self.engine(edited, version: "2"),
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Puncture, Brakes
                tap: Puncture
                call: free_slots with service = "tyre"
                (calling)
                edit:
                gave: {"times": []}
                bot: That question is no longer open.
                bot: Welcome back. What is it?
                buttons: Puncture, Brakes
                """)
    }

    @Test func `each visit of a step has a key of its own`() throws {
        var talk = Talk([try Self.engine(Self.booking)])
        _ = try talk.say("hello")
        _ = try talk.say("Puncture")
        _ = try talk.happen(.called(id: talk.calls[0].id, .failed("timeout")))
        _ = try talk.happen(.givenBack)
        _ = try talk.say("hello")
        _ = try talk.say("Puncture")
        #expect(talk.calls.count == 2)
        #expect(talk.calls[0].id != talk.calls[1].id)
    }
}
