import Expressions
import FlowEngine
import Foundation

/// The bot of the stories: buttons, a list, times, a private answer, a call, a reminder, people; and a second version
/// after an edit that renames a step, removes one and changes texts.
enum Garage {
    /// Sunday, 25 October 2026, 1:30 in Berlin: an hour and a half before clocks go back.
    static let autumnNight = Moment(seconds: 1_792_884_600)
    /// Sunday, 29 March 2026, 1:30 in Berlin: half an hour before clocks go forward.
    static let springNight = Moment(seconds: 1_774_744_200)

    static let versions = ["1", "2"]

    /// Returns the engines of both versions, by name.
    static func engines() throws -> [String: Engine] {
        [
            "1": try engine(steps, version: "1"),
            "2": try engine(edited, version: "2"),
        ]
    }

    private static let bot = """
        bot: Chaos Garage
        zone: Europe/Berlin
        start: main
        anywhere:
          agent, help, support: main/person
        hours:
          shop:
            Monday to Sunday: 0:00 to 6:00, 9:00 to 18:00
        people:
          desk:
        if_silent:
          after: 10 minutes
          say: Are you still there?
          then: main/goodbye
        if_other:
          say: Please choose one of the answers.
          tries: 2
          then: main/person
        if_failed: main/goodbye
        """

    private static let steps = """
        flow: main
        start: welcome
        when_closed:
          call: release
          using:
            code: {book.code, or nothing}
        steps:
          welcome:
            ask: What can we do for you?
            answers:
              Repair: plate
              Wash: wash
              Person: person
          plate:
            ask: Which number plate?
            text: one line
            private: yes
            then: bay
          bay:
            ask: Which bay?
            as: list
            answers: [North, South, East, West, Middle, Yard]
            then: book
          book:
            call: book
            using:
              plate: {plate}
              bay: {bay}
            meanwhile: Let me look.
            then: nudge
            if_failed:
              say: That did not work.
              retry_from: bay
              tries: 2
              then: person
          nudge:
            remind: in 2 hours
            go: again
            then: done
          done:
            say: Booked {bay} for {plate}. Your code is {book.code}.
            then: end
          again:
            say: Bay {bay} awaits {plate}.
            then: end
          wash:
            ask: When?
            times:
              every: 30 minutes
              in: shop
              at_most: 6
            then: washed
          washed:
            say: See you at {wash}.
            then: welcome
          person:
            say: One moment.
            hand_over: desk
            then: thanks
          thanks:
            say: Thank you for your patience.
            then: end
          goodbye:
            say: Bye.
            then: end
        """

    private static var edited: String {
        var text = steps
        for (old, new) in [
            ("ask: What can we do for you?", "ask: Welcome back! What can we do?"),
            ("      Wash: wash\n", ""),
            ("  bay:\n    ask: Which bay?", "  stall:\n    was: bay\n    ask: Which stall?"),
            (", Middle, Yard]", ", Middle]"), ("then: bay", "then: stall"), ("retry_from: bay", "retry_from: stall"),
            ("{bay}", "{stall}"),
        ] {
            text = text.replacing(old, with: new)
        }
        guard let wash = text.range(of: "  wash:\n"), let person = text.range(of: "  person:\n") else { return text }
        text.removeSubrange(wash.lowerBound..<person.lowerBound)
        return text
    }

    private static let actions = """
        actions:
          book:
            swift: Book
            takes:
              plate: text
              bay: text
            gives:
              code: text
            private: [plate]
            examples:
              booked:
                code: G-1
          release:
            swift: Release
            takes:
              code: text, optional
            examples:
              done:
        """

    private static func engine(_ steps: String, version: String) throws -> Engine {
        try Bots.engine(bot: bot, steps: steps, actions: actions, version: version)
    }
}
