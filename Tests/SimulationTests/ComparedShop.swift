import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

/// A shop whose flows are edited, and what the edits mean for its customers.
enum ComparedShop {
    /// Replacements in the files, and the sentences that they give.
    struct Edit: Sendable, CustomTestStringConvertible {
        /// Those of both versions.
        let base: [(String, String)]
        let replacements: [(String, String)]
        let sentences: [String]

        init(on base: [(String, String)] = [], _ replacements: [(String, String)], _ sentences: String...) {
            self.base = base
            self.replacements = replacements
            self.sentences = sentences
        }

        /// What is edited.
        var before: Edit { Edit(base) }

        /// A condition after the name.
        static func deciding(by condition: String) -> Edit {
            let step = "  which:\n    when:\n      \(condition): goodbye\n      otherwise: confirm\n"
            return Edit([("then: confirm", "then: which"), ("  confirm:\n", step + "  confirm:\n")])
        }

        var testDescription: String { "\(replacements.map(\.1))" }
    }

    static let edits: [Edit] = usualEdits + editsOfConditions + editsOfCircumstances

    private static let usualEdits: [Edit] = [
        // Steps.
        Edit(
            [("Later: end", "Later: day"), ("  name:\n", day + "  name:\n")],
            "*day* is new: who chooses *Later* at *visit* comes to it (was: the end of the conversation)."),
        Edit(
            [("Today: name", "Today: day"), ("  name:\n", day + "  name:\n")],
            "*day* is new: who chooses *Today* at *visit* comes to it."),
        Edit(
            [("    then: booked", "    then: receipt"), ("  booked:\n", receipt + "  booked:\n")],
            "*receipt* is new and calls `send`: customers come to it after *order*."),
        Edit(
            [("    then: visit\n", "    then: name\n")],
            "Customers no longer reach *visit*."),
        Edit(
            [("      Hours: hours\n", ""), ("  hours, open: shop/hours\n", "")],
            "Customers no longer reach *hours*.",
            "The words *hours* and *open* no longer lead to *hours*.",
            "At *welcome* customers may no longer choose *Hours*."),
        Edit(
            [("Yes: order", "Yes: order\n      Call me: person")],
            "At *confirm* customers may now choose *Call me*."),
        // Other names.
        Edit([("confirm", "check")], "*confirm* is now called *check*."),
        Edit([("service", "wish")], "*service* is now called *wish*."),
        Edit(
            [("  hours:\n", "  times:\n    was: hours\n"), ("/hours", "/times"), ("Hours: hours", "Hours: times")],
            "*hours* is now called *times*."),
        // Answers.
        Edit([("[Cut, Trim]", "[Cut, Trim, Wash]")], "At *service* customers may now choose *Wash*."),
        Edit(
            [("      Person: person\n", "")], "At *welcome* customers may no longer choose *Person*."),
        Edit([("[Cut, Trim]", "[Cut, Beard trim]")], "At *service* the answer *Trim* is now called *Beard trim*."),
        Edit([("[Cut, Trim]", "[Trim, Cut]")], "At *service* the bot shows the same texts differently."),
        // Where it leads.
        Edit(
            [("Later: end", "Later: name")],
            "Who chooses *Later* at *visit* now comes to *name* (was: the end of the conversation)."),
        Edit(
            [("No: goodbye", "No: hours")],
            "Who chooses *No* at *confirm* now comes to *hours* (was: *goodbye*)."),
        Edit(
            [("then: sorry", "then: goodbye")],
            "Customers no longer reach *sorry*.", "Failure at *order* now leads to *goodbye* (was: *sorry*)."),
        Edit(
            [("      Later: end\n", "      Later: end\n    if_silent:\n      after: 10 minutes\n      then: hours\n")],
            "Silence at *visit* now leads to *hours* (was: *goodbye*)."),
        Edit(
            [("then: shop/goodbye", "then: shop/hours")],
            "Silence at *welcome*, *service*, *visit* and 2 more steps now leads to *hours* (was: *goodbye*)."),
        Edit(
            [("tries: 1\n  then: shop/person", "tries: 1\n  then: shop/goodbye")],
            "A reply that fits nothing at *welcome*, *service*, *visit* and *confirm* now leads to *goodbye* "
                + "(was: *person*)."),
        Edit(
            [("  hours, open: shop/hours\n", "  hours, open: shop/goodbye\n")],
            "The words *hours* and *open* now lead to *goodbye* (was: *hours*)."),
        Edit(
            [("say: From 9 to 18.\n    then: welcome", "say: From 9 to 18.\n    then: service")],
            "*hours* now leads to *service* (was: *welcome*)."),
        // What is said and asked.
        Edit(
            [("Good day!", "Hello!")],
            "At *welcome* the bot now says \u{201C}Hello!\u{201D}, and said \u{201C}Good day!\u{201D}."),
        Edit(
            [("{service} for {name}?", "{name}: {service}?")],
            "At *confirm* the bot now asks \u{201C}{name}: {service}?\u{201D}, and asked \u{201C}{service} for {name}?\u{201D}."
        ),
        Edit(
            [("say: Please choose.", "say: Choose, please.")],
            "When a reply fits nothing at *welcome*, *service*, *visit* and *confirm*, the bot now says "
                + "\u{201C}Choose, please.\u{201D}, and said \u{201C}Please choose.\u{201D}."),
        Edit(
            [("text: name", "number:\n      at_least: 1\n      at_most: 9")],
            "*name* asks for a number from 1 to 9 now, and asked for a text (name)."),
        Edit(
            [("zone: Europe/Berlin\n", "zone: Europe/Berlin\nnotice: You write with a bot.\n")],
            "At *welcome* the bot now also says \u{201C}You write with a bot.\u{201D}."),
        // Behind a change that has its sentence.
        Edit(
            [("Good day!", "Hello!"), ("[Cut, Trim]", "[Trim, Cut]")],
            "At *welcome* the bot now says \u{201C}Hello!\u{201D}, and said \u{201C}Good day!\u{201D}.",
            "At *service* the bot shows the same texts differently."),
        // How long it waits.
        Edit(
            [("after: 10 minutes", "after: 20 minutes")],
            "At *welcome*, *service*, *visit* and 2 more steps silence counts after 20 minutes now "
                + "(was: after 10 minutes)."),
        Edit(
            [("tries: 1", "tries: 2")],
            "At *welcome*, *service*, *visit* and *confirm* the bot asks again 2 times now (was: once) when a reply fits "
                + "nothing."),
        // Calls and people.
        Edit([("call: book\n", "call: reserve\n")], "*order* now calls `reserve`, and called `book`."),
        Edit([("hand_over: team", "hand_over: desk")], "*person* now hands over to *desk* (was: *team*)."),
        // What customers do not notice.
        Edit([("steps:", "# The steps.\nsteps:")]),
        Edit([("Good day!\n", "Good day!\n    set:\n      visits: 2\n")]),
        Edit(
            [
                ("Today: name", "Today: between"),
                ("  name:\n", "  between:\n    set:\n      seen: yes\n    then: name\n  name:\n"),
            ]),
        Edit([("code: A1", "code: B2")]),
        Edit([("api.shop.example/bookings", "api.shop.example/v2/bookings")]),
    ]

    private static let day = "  day:\n    ask: Which day?\n    date: future\n    then: name\n"
    private static let receipt = "  receipt:\n    call: send\n    if_failed: booked\n    then: booked\n"

    /// A second call, after the first one or before it.
    static let receiptAfter = Edit([
        ("    then: booked", "    then: receipt"), ("  booked:\n", receipt + "  booked:\n"),
    ])
    static let receiptBefore = Edit([
        ("Yes: order", "Yes: receipt"), ("  booked:\n", receipt.replacing("booked", with: "order") + "  booked:\n"),
    ])

    private static let files = [
        "Flows/bot.yaml": """
        bot: Corner Shop
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: shop/person
          hours, open: shop/hours
        people:
          team:
          desk:
        if_silent:
          after: 10 minutes
          then: shop/goodbye
        if_other:
          say: Please choose.
          tries: 1
          then: shop/person
        if_failed: shop/person

        """,
        "Flows/shop.yaml": """
        flow: shop
        start: welcome
        steps:
          welcome:
            say: Good day!
            ask: What can we do?
            answers:
              Book: service
              Hours: hours
              Person: person
          service:
            ask: What would you like?
            answers: [Cut, Trim]
            then: visit
          visit:
            ask: When?
            answers:
              Today: name
              Later: end
          name:
            ask: Your name?
            text: name
            then: confirm
          confirm:
            ask: "{service} for {name}?"
            answers:
              Yes: order
              No: goodbye
          order:
            call: book
            if_failed:
              then: sorry
            then: booked
          booked:
            say: Booked. Your code is {order.code}.
            then: end
          hours:
            say: From 9 to 18.
            then: welcome
          goodbye:
            say: See you soon!
            then: end
          sorry:
            say: That did not work.
            then: end
          person:
            hand_over: team
            then: end

        """,
        "Config/actions.yaml": """
        hosts: [api.shop.example]
        actions:
          book:
            post: https://api.shop.example/bookings
            gives:
              code: text
            examples:
              made:
                code: A1
          reserve:
            post: https://api.shop.example/reservations
            gives:
              code: text
            examples:
              made:
                code: A1
          send:
            post: https://api.shop.example/receipts
            gives:
              number: text
            examples:
              sent:
                number: R1

        """,
    ]

    static func bot(_ edit: Edit = Edit([])) throws -> Bot {
        let edited = files.mapValues { text in
            (edit.base + edit.replacements).reduce(text) { $0.replacing($1.0, with: $1.1) }
        }
        let file = { (path: String) in SourceFile(path: path, bytes: Array((edited[path] ?? "").utf8)) }
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: [file("Flows/bot.yaml"), file("Flows/shop.yaml")], actions: file("Config/actions.yaml"),
                assets: [:], version: "\((edit.base + edit.replacements).map(\.1))"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        return try #require(compilation.bot, "\(compilation.report.text())")
    }
}
