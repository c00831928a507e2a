import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// `remind`: 3.13 and 6.5.
@Suite struct ReminderTests {
    static let visit = """
        steps:
          first:
            ask: When?
            times: [2026-03-05 10:00, 2026-03-06 10:00]
            then: nudge
          nudge:
            remind: 1 day before {first}
            go: still
            then: bye
          bye:
            say: See you on {first, day}.
            then: end
          still:
            ask: Tomorrow at {first, time}. Still fine?
            answers: [Yes, No]
            then: thanks
          thanks:
            say: Thank you. Today is {today, iso}.
            then: end
        """

    @Test func `a reminder comes after the end, with the answers of then and the day of now`() throws {
        try play(
            Self.visit,
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                wait: 47 hours
                wait: 1 hour
                bot: Tomorrow at 10:00. Still fine?
                buttons: Yes, No
                tap: Yes
                bot: Thank you. Today is 2026-03-04.
                (ended)
                """)
    }

    @Test func `another conversation leaves the answers of a reminder alone, and each has its own`() throws {
        try play(
            Self.visit,
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-06 10:00
                bot: See you on Friday.
                (ended)
                wait: 48 hours
                bot: Tomorrow at 10:00. Still fine?
                buttons: Yes, No
                you: yes
                bot: Thank you. Today is 2026-03-04.
                (ended)
                wait: 24 hours
                bot: Tomorrow at 10:00. Still fine?
                buttons: Yes, No
                """)
    }

    @Test func `in the middle of something it waits for the end`() throws {
        try play(
            Self.visit,
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                wait: 50 hours
                pick: 2026-03-06 10:00
                bot: See you on Friday.
                bot: Tomorrow at 10:00. Still fine?
                buttons: Yes, No
                """)
    }

    @Test func `it waits a day at most`() throws {
        try play(
            Self.visit,
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                wait: 72 hours
                pick: 2026-03-06 10:00
                bot: See you on Friday.
                (ended)
                """)
    }

    @Test(arguments: [
        ("close", "drop pending\n(closed)"), ("you: stop", "bot: You will not hear from us again*"),
    ])
    func `nothing comes to somebody who closed the conversation or said stop`(line: String, answer: String) throws {
        var talk = Talk([Engine(try bot(Self.visit))])
        _ = try talk.say("hello")
        let question = try #require(talk.bubbles.last)
        _ = try talk.choose(.init(question: question.id, ids: ["2026-03-05T09:00:00Z"]))
        #expect(talk.session?.reminders.all.count == 1)
        _ = line == "close" ? try talk.happen(.closed) : try talk.say("stop")
        if line != "close" { _ = try talk.say("stop") }
        #expect(talk.session?.reminders.isEmpty == true)
        #expect(try talk.wait(.days(4)).isEmpty)
    }

    @Test func `with a person it lapses`() throws {
        try play(
            Self.visit,
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                wait: 48 hours
                (with-person)
                give back:
                (ended)
                wait: 48 hours
                """)
    }

    static let unless = """
        steps:
          first:
            remind: in 1 hour
            go: pay
            unless: done is yes
            then: ask
          ask:
            ask: Paid?
            answers: [Yes, No]
            then: keep
          keep:
            when:
              ask is Yes: paid
              otherwise: end
          paid:
            set:
              done: yes
            say: Thanks.
            then: end
          pay:
            say: Please pay.
            then: end
        """

    @Test func `unless is tested when it is due, on what has been answered since`() throws {
        try play(
            Self.unless,
            script: """
                you: hello
                bot: Paid?
                buttons: Yes, No
                tap: Yes
                bot: Thanks.
                (ended)
                wait: 2 hours
                (ended)
                """)
        try play(
            Self.unless,
            script: """
                you: hello
                bot: Paid?
                buttons: Yes, No
                tap: No
                (ended)
                you: again
                bot: Paid?
                buttons: Yes, No
                tap: Yes
                bot: Thanks.
                (ended)
                wait: 1 hour
                (ended)
                (ended)
                """)
    }

    @Test func `unless reads a fact that another flow has set since`() throws {
        let main = Self.unless.replacing("done is yes", with: "customer.paid is yes")
        let other =
            "flow: other\nstart: a\nsteps:\n  a:\n    set:\n      customer.paid: yes\n    say: Paid.\n    then: end"
        let engine = Engine(
            try bot(
                main, ["other": other],
                bot: plainBot + "\ncustomer:\n  paid: yes/no\nentries:\n  words i paid: other"))
        try play(
            engine,
            script: """
                you: hello
                bot: Paid?
                buttons: Yes, No
                tap: No
                (ended)
                you: i paid
                bot: Paid.
                (ended)
                wait: 2 hours
                (ended)
                """)
    }

    @Test func `unless reads what a later visit of the flow has learnt, and go keeps the answers of then`() throws {
        let steps = """
            steps:
              first:
                ask: Which day?
                answers: [Monday, Friday]
                then: state
              state:
                ask: All well?
                answers: [Yes, No]
                then: nudge
              nudge:
                remind: in 1 day
                go: later
                unless: state is No
                then: end
              later:
                say: It is about {first}.
                then: end
            """
        let visit = { (day: String, state: String) in
            """
            you: hello
            bot: Which day?
            buttons: Monday, Friday
            tap: \(day)
            bot: All well?
            buttons: Yes, No
            tap: \(state)
            (ended)
            """
        }
        try play(
            steps,
            script: [
                visit("Monday", "Yes"), "wait: 1 hour", visit("Friday", "Yes"), "wait: 23 hours",
                "bot: It is about Monday.", "(ended)",
            ].joined(separator: "\n"))
        try play(
            steps,
            script: [
                visit("Monday", "Yes"), "wait: 1 hour", visit("Friday", "No"), "wait: 30 hours", "(ended)", "(ended)",
            ].joined(separator: "\n"))
    }

    @Test func `a reminder with a name takes the place of the earlier one, and the word to stop removes it`() throws {
        let steps = """
            steps:
              first:
                ask: What?
                answers:
                  Set: number
                  Stop: stopping
              number:
                ask: Which?
                text: one line
                then: nudge
              nudge:
                remind: in 1 day
                named: visit {number}
                go: later
                then: end
              stopping:
                ask: Which one?
                text: one line
                then: stopped
              stopped:
                stop_reminding: visit {stopping}
                say: Stopped.
                then: end
              later:
                say: It is about {number}.
                then: end
            """
        let set = { (number: String) in
            "you: hello\nbot: What?\nbuttons: Set, Stop\ntap: Set\nbot: Which?\nyou: \(number)\n(ended)"
        }
        var talk = Talk([Engine(try bot(steps))])
        for number in ["1", "2", "1"] {
            _ = try talk.say("hello")
            _ = try talk.say("Set")
            _ = try talk.say(number)
        }
        #expect(talk.session?.reminders.all.map(\.name) == ["visit 2", "visit 1"])
        try play(
            steps,
            script: [
                set("1"), set("2"),
                "you: hello\nbot: What?\nbuttons: Set, Stop\ntap: Stop\nbot: Which one?\nyou: 1\nbot: Stopped.\n(ended)",
                "wait: 25 hours\nbot: It is about 2.\n(ended)",
            ].joined(separator: "\n"))
    }

    @Test func `a name that is made of a private answer is moved and stopped like any other`() throws {
        let steps = """
            steps:
              first:
                ask: What?
                answers:
                  Set: set
                  Stop: stopping
              set:
                ask: Which?
                text: one line
                save: number
                then: nudge
              nudge:
                remind: in 1 day
                named: visit {number}
                go: later
                then: end
              stopping:
                ask: Which one?
                text: one line
                private: yes
                then: stopped
              stopped:
                stop_reminding: visit {stopping}
                say: Stopped.
                then: end
              later:
                say: It is about {number}.
                then: end
            """
        for set in [steps, steps.replacing("save: number", with: "save: number\n    private: yes")] {
            var talk = Talk([Engine(try bot(set))])
            for line in ["hello", "Set", "7", "hello", "Set", "7"] { _ = try talk.say(line) }
            #expect(talk.session?.reminders.all.map(\.name) == ["visit 7"])
            for line in ["hello", "Stop", "7"] { _ = try talk.say(line) }
            #expect(talk.session?.reminders.isEmpty == true)
            #expect(talk.session?.shownJSON.text.contains("visit 7") == false)
        }
    }
}
