import Authoring
import Diagnostics
import FlowCompiler
import Testing

/// Renaming through every file.
@Suite struct RenameTests {
    private static let files = [
        "Flows/bot.yaml": """
        bot: Corner Bakery
        zone: Europe/Berlin
        languages: [en, de]
        start: hello
        anywhere:
          agent, help, support: people/person
          wine: hello/wine
        hours:
          opening hours:
            Monday to Friday: 9:00 to 17:00
        people:
          front desk:
            hours: opening hours
        if_silent:
          after: 10 minutes
          then: people/person
        if_other: people/person
        if_failed: people/person

        """,
        "Flows/people.yaml": """
        flow: people
        start: person
        steps:
          person:
            say: One moment.
            hand_over: front desk
            if_away: end

        """,
        "Flows/hello.yaml": """
        flow: hello
        start: wine
        steps:
          wine:
            ask: Which wine?
            answers:
              Red: size
              White: size
          size:
            ask: How much?
            text: one line
            save: amount
            then: open
          open:
            when:
              wine is Red and people.front-desk.open is yes: order
              otherwise: end
          order:
            call: book
            using: [amount]
            then: thanks
          thanks:
            say: "{amount} of {wine}: {order.code}"
            then: end

        """,
        "Flows/hello.de.yaml": """
        translation: hello
        language: de
        texts:
          wine.ask:
            of: 54f804
            text: Welcher Wein?
          wine.answers.Red:
            of: ba19e9
            text: Rot

        """,
        "Flows/hello.transcript": """
        test: red
        tap: Red
        expect: at size
        you: a glass
        expect: called book with amount = a glass
        tap old: wine / White
        expect: wine is White

        """,
        "Config/actions.yaml": """
        hosts: [api.bakery.example]
        actions:
          book:
            post: https://api.bakery.example/bookings
            takes:
              amount: text
            gives:
              code: text
            examples:
              booked:
                code: A1

        """,
    ]

    private static let project = SampleProject.written(files, isWhole: true)

    private func renamed(
        _ file: String, after text: String, to name: String, published: Set<StepName> = []
    ) throws -> (change: Change, draft: Draft) {
        let draft = Self.project.draft(published: published)
        #expect(!draft.diagnostics.hasErrors, "\(draft.compilation.report.text())")
        let string = draft.text(file)
        let place = try #require(string.firstRange(of: text))
        let offset = string.utf8.distance(from: string.startIndex, to: place.upperBound)
        let change = try draft.rename(in: file, at: offset, to: name)
        let after = draft.applying(change)
        #expect(!after.diagnostics.hasErrors, "\(after.compilation.report.text())")
        return (change, after)
    }

    @Test func `a step takes its answer, its translations and its transcripts along`() throws {
        let (change, after) = try renamed("Flows/hello.yaml", after: "start: ", to: "colour")
        #expect(
            Set(change.edits.map(\.span.file)) == [
                "Flows/bot.yaml", "Flows/hello.yaml", "Flows/hello.de.yaml", "Flows/hello.transcript",
            ])
        let flow = after.text("Flows/hello.yaml")
        #expect(flow.contains("start: colour\nsteps:\n  colour:\n    ask"))
        #expect(flow.contains("colour is Red and"))
        #expect(flow.contains("of {colour}:"))
        #expect(after.text("Flows/bot.yaml").contains("wine: hello/colour"))
        #expect(after.text("Flows/hello.de.yaml").contains("  colour.ask:\n"))
        #expect(after.text("Flows/hello.de.yaml").contains("  colour.answers.Red:\n"))
        #expect(after.text("Flows/hello.transcript").contains("tap old: colour / White\nexpect: colour is White"))
        #expect(after.diagnostics.map(\.code) == Self.project.draft().diagnostics.map(\.code))
    }

    @Test func `a published step keeps its old name`() throws {
        let published: Set = [StepName(flow: "hello", step: "size")]
        let (_, after) = try renamed("Flows/hello.yaml", after: "Red: ", to: "volume", published: published)
        #expect(after.text("Flows/hello.yaml").contains("  volume:\n    was: size\n    ask: How much?"))
        #expect(after.text("Flows/hello.transcript").contains("expect: at volume"))
        // Once more, and back again.
        let text = after.text("Flows/hello.yaml")
        let offset = try #require(text.firstRange(of: "Red: ")).upperBound
        let place = text.utf8.distance(from: text.startIndex, to: offset)
        let again = after.applying(try after.rename(in: "Flows/hello.yaml", at: place, to: "size"))
        #expect(!again.text("Flows/hello.yaml").contains("was:"))
    }

    @Test func `a name is renamed where it is shared with an input`() throws {
        let (_, after) = try renamed("Flows/hello.yaml", after: "save: ", to: "quantity")
        let flow = after.text("Flows/hello.yaml")
        #expect(flow.contains("save: quantity\n"))
        #expect(flow.contains("    using:\n      amount: {quantity}\n    then: thanks"))
        #expect(flow.contains("{quantity} of"))
        #expect(after.text("Config/actions.yaml").contains("amount: text"))
        #expect(after.text("Flows/hello.transcript").contains("with amount = a glass"))
    }

    @Test func `a queue is renamed also where dashes stand for its spaces`() throws {
        let (_, after) = try renamed("Flows/people.yaml", after: "hand_over: ", to: "night shift")
        #expect(after.text("Flows/bot.yaml").contains("  night shift:\n"))
        #expect(after.text("Flows/hello.yaml").contains("people.night-shift.open"))
        #expect(after.text("Flows/people.yaml").contains("hand_over: night shift\n"))
    }

    @Test func `hours and actions are renamed in all files`() throws {
        let (_, hours) = try renamed("Flows/bot.yaml", after: "    hours: ", to: "week")
        #expect(hours.text("Flows/bot.yaml").contains("hours:\n  week:\n"))
        let (_, action) = try renamed("Flows/hello.yaml", after: "call: ", to: "buy")
        #expect(action.text("Config/actions.yaml").contains("  buy:\n"))
        #expect(action.text("Flows/hello.transcript").contains("called buy with"))
    }

    @Test func `a flow moves with its files`() throws {
        let (change, after) = try renamed("Flows/hello.yaml", after: "flow: ", to: "shop")
        #expect(change.moves.map(\.to).sorted() == ["Flows/shop.de.yaml", "Flows/shop.transcript", "Flows/shop.yaml"])
        #expect(after.text("Flows/shop.yaml").hasPrefix("flow: shop\n"))
        #expect(after.text("Flows/shop.de.yaml").hasPrefix("translation: shop\n"))
        #expect(after.text("Flows/bot.yaml").contains("start: shop\n"))
        #expect(after.text("Flows/bot.yaml").contains("wine: shop/wine\n"))
    }

    @Test func `a variable is renamed in its block and in translations`() throws {
        let flow = """
            flow: hello
            start: hello
            steps:
              hello:
                set:
                  wines: [Red, White]
                say:
                  - each: item in wines
                    line: We have {item}.
                  - No {wines.count, plural, one {item} other {items}} more.
                then: end

            """
        let translation = """
            translation: hello
            language: de
            texts:
              hello.say.1.line:
                of: 000000
                text: Wir haben {item}.

            """
        let marked = MarkedProject(
            "Flows/hello.yaml", flow.replacing("line: We have {item", with: "line: We have {it‸em"),
            ["Flows/hello.de.yaml": translation, "Flows/bot.yaml": Self.files["Flows/bot.yaml"] ?? ""])
        let draft = marked.draft
        let after = draft.applying(try draft.rename(in: marked.file, at: marked.offset, to: "wine"))
        #expect(after.text("Flows/hello.yaml").contains("each: wine in wines\n        line: We have {wine}."))
        #expect(after.text("Flows/hello.yaml").contains("one {item} other"))
        #expect(after.text("Flows/hello.de.yaml").contains("text: Wir haben {wine}."))
    }

    @Test(arguments: [
        ("Flows/hello.yaml", "start: ", "size", "there is already a step called `size`"),
        ("Flows/hello.yaml", "start: ", "amount", "there is already a name called `amount`"),
        (
            "Flows/hello.yaml", "start: ", "red wine",
            "a name cannot be called `red wine`: letters, digits, `-` and `_`, beginning with a letter"
        ),
        ("Flows/hello.yaml", "start: ", "end", "`end` already means the end of the conversation"),
        ("Flows/hello.yaml", "using: [", "x", "`amount` is a name"),
        ("Flows/hello.yaml", "ask: Whi", "x", "there is nothing here that can be renamed"),
        ("Flows/hello.yaml", "wine is Red and peo", "x", "`people` is a word of the language"),
        (
            "Config/actions.yaml", "takes:\n      ", "x",
            "`amount` is a name that the system behind `book` knows; change both by hand"
        ),
    ])
    func `what would break the project is refused`(file: String, after text: String, name: String, reason: String)
        throws
    {
        let draft = Self.project.draft()
        let string = draft.text(file)
        let place = try #require(string.firstRange(of: text)).upperBound
        let offset = string.utf8.distance(from: string.startIndex, to: place)
        do {
            let change = try draft.rename(in: file, at: offset, to: name)
            // A value that is shared with an input is renamed on its own side.
            #expect(reason.hasSuffix("is a name") && !change.edits.isEmpty, "\(change)")
        } catch {
            #expect(error.description == reason)
        }
    }

    @Test(arguments: SampleProject.all) func `every step of the samples can be renamed`(_ project: SampleProject) throws
    {
        let draft = project.draft()
        let before = draft.diagnostics.map(\.code)
        for step in draft.symbols(matching: "").filter({ $0.kind == .step }).prefix(12) {
            let place = step.nameSpan
            let change = try draft.rename(in: place.file, at: place.range.lowerBound, to: "renamed-step")
            #expect(draft.applying(change).diagnostics.map(\.code) == before, "\(project.name) \(step.name)")
        }
    }
}
