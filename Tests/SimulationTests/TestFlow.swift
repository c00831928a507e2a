import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import Simulation
import Testing

/// A small bot with text, buttons, a list, times and a call, for playing transcripts.
enum TestFlow {
    private static let botFile = """
        bot: Corner Shop
        zone: Europe/Berlin
        start: shop
        languages: [en, de]
        hours:
          opening hours:
            Monday to Friday: 9:00 to 18:00
        people:
          counter:
            hours: opening hours
        if_silent:
          after: 10 minutes
          say: Still there?
          then: shop/bye
        if_other:
          say: Please choose.
          then: shop/person
        if_failed: shop/person

        """

    private static let shop = """
        flow: shop
        start: welcome
        anywhere:
          agent, help, support: person
        steps:
          welcome:
            say: Good day!
            ask: What can we do?
            answers: [Order, Bring, Talk]
            then: which
          which:
            when:
              welcome is Order: colour
              welcome is Bring: visit
              otherwise: person
          colour:
            ask: Which colour?
            as: list
            answers: [Red, Blue, Green]
            then: name
          name:
            ask: What is your name?
            text: name
            then: order
          order:
            call: order
            using: [colour, name]
            then: done
          done:
            say:
              - Thank you, {name}.
              - Your number is {order.number}.
            then: end
          visit:
            ask: When?
            times:
              - 2026-03-03 10:00
              - 2026-03-03 11:00
              - 2026-03-04 10:00
            then: bye
          shade:
            ask: Which shade?
            as: cards
            answers: [Light, Dark]
            then: day
          day:
            ask: From when on, if you know?
            date: future
            optional: yes
            then: bye
          damage:
            ask: Show us the damage.
            photo: up to 3
            then: bill
          bill:
            say: "{damage.count, or 0} photos."
            ask: The bill?
            file: pdf, xlsx
            then: home
          home:
            ask: "{bill, or no bill}, then where?"
            place: address
            then: sent
          details:
            ask: About the bike
            form:
              make:
                ask: What make?
                text: one line
              insured:
                ask: Is it insured?
                answers:
                  Yes: insurer
                  No: extras
              insurer:
                ask: With whom?
                text: one line
              extras:
                ask: Extras?
                answers: [Lock, Bag]
                several: yes
                optional: yes
            if_cancelled: bye
            then: filled
          filled:
            say: "{details.make} with {details.extras, or none}."
            then: end
          checked:
            ask: The frame
            form:
              make:
                ask: What make?
                text: one line
              number:
                ask: What number?
                text: one line
              colour:
                ask: Which colour?
                text: one line
                optional: yes
            if_cancelled: bye
            then: look
          look:
            when:
              checked.number starts with 9: sound
              otherwise: again
          again:
            say: Once more.
            then: checked
          sound:
            say: Frame {checked.number} in {checked.colour, or no colour}.
            then: end
          sent:
            say: To {home.street} in {home.city}.
            then: bye
          bye:
            say: See you!
            then: end
          person:
            hand_over: counter
            if_away: away
            then: bye
          away:
            say: We are closed.
            then: end

        """

    private static let actions = """
        hosts: [api.example.com]
        actions:
          order:
            post: https://api.example.com/orders
            body:
              colour: {colour}
              name: {name}
            takes:
              colour: text
              name: text
            gives:
              number: text
            examples:
              first:
                number: A-1
              second:
                number: A-2
              sold out:
                problem: sold out

        """

    static func bot() throws -> Bot {
        let files = ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: botFile), SourceFile(path: "Flows/shop.yaml", text: shop),
            ], actions: SourceFile(path: "Config/actions.yaml", text: actions), assets: [:], version: "test")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        return try #require(compilation.bot, "\(compilation.report.text())")
    }

    /// Returns the result of a transcript of the flow.
    static func play(_ transcript: String) throws -> (report: TestReport, files: [SourceFile]) {
        let file = SourceFile(path: "Flows/shop.transcript", text: transcript)
        return (TestReport(playing: [file], with: try bot()), [file])
    }
}
