import Authoring
import Diagnostics
import Testing

/// Where things are declared and named.
@Suite struct NavigationTests {
    private static let flow = """
        flow: hello
        start: wine
        steps:
          wine:
            ask: Which wine?
            answers:
              Red: details
              White: people/person
          details:
            ask: A few details
            form:
              name:
                ask: Your name?
                text: name
              extra:
                ask: More?
                answers:
                  Yes: note
                  No: send
              note:
                ask: What?
                text: one line
            then: book
          book:
            call: book
            using:
              start: 2031-12-01 10:00
              note: "{details.note, or nothing}"
            then: decide
          decide:
            when:
              wine is Red and people.team.open is yes: thanks
              otherwise: end
          thanks:
            say:
              - Thank you, {details.name, or you}! {book.code}
              - each: item in list
                line: "{item}"
            set:
              list: [a, b]
            hand_over: team
        """

    private static let transcript = """
        test: red
        tap: Red
        fill: name = Ana
        fill: extra = No
        expect: at details
        expect: called book with note = x
        expect: handed over to team
        expect: wine is Red
        """

    private static let project = SampleProject.written([
        "Flows/hello.yaml": flow, "Flows/hello.transcript": transcript,
    ])

    /// Something in the flow, by a piece of text before it, and every place that names it.
    @Test(arguments: [
        (
            "start: ",
            [
                "Flows/hello.yaml:2 wine", "Flows/hello.yaml:4 wine", "Flows/hello.yaml:32 wine",
                "Flows/hello.transcript:8 wine",
            ]
        ),
        (
            "Red: ",
            [
                "Flows/hello.yaml:7 details", "Flows/hello.yaml:9 details", "Flows/hello.yaml:28 details",
                "Flows/hello.yaml:36 details", "Flows/hello.transcript:5 details",
            ]
        ),
        ("Yes: ", ["Flows/hello.yaml:18 note", "Flows/hello.yaml:20 note", "Flows/hello.yaml:28 note"]),
        (
            "hand_over: ",
            [
                "Flows/bot.yaml:11 team", "Flows/hello.yaml:32 team", "Flows/hello.yaml:41 team",
                "Flows/people.yaml:5 team", "Flows/hello.transcript:7 team",
            ]
        ),
        ("call: ", ["Flows/hello.yaml:25 book", "Config/actions.yaml:10 book", "Flows/hello.transcript:6 book"]),
        ("{item", ["Flows/hello.yaml:37 item", "Flows/hello.yaml:38 item"]),
        (
            "White: ",
            [
                "Flows/bot.yaml:6 people", "Flows/bot.yaml:16 people", "Flows/bot.yaml:17 people",
                "Flows/bot.yaml:18 people", "Flows/hello.yaml:8 people", "Flows/people.yaml:1 people",
            ]
        ),
    ])
    func `every place that names a thing is found`(after text: String, places: [String]) throws {
        let draft = Self.project.draft()
        let start = try #require(draft.text("Flows/hello.yaml").firstRange(of: text))
        let string = draft.text("Flows/hello.yaml")
        let offset =
            string.utf8.distance(from: string.startIndex, to: start.upperBound) + (text.hasPrefix("{") ? -1 : 0)
        let found = draft.words(draft.references(in: "Flows/hello.yaml", at: offset))
        #expect(Set(found) == Set(places), "\(found)")
        for span in draft.references(in: "Flows/hello.yaml", at: offset) {
            let again = draft.references(in: span.file, at: span.range.lowerBound)
            #expect(Set(draft.words(again)).isSuperset(of: found) || !again.isEmpty, "\(span)")
        }
    }

    @Test(arguments: [
        ("Flows/hello.yaml", "start: ", ["Flows/hello.yaml:4 wine"]),
        ("Flows/hello.yaml", "White: people/", ["Flows/people.yaml:4 person"]),
        ("Flows/hello.yaml", "{details.", ["Flows/hello.yaml:20 note"]),
        ("Flows/hello.yaml", "{book.", ["Config/actions.yaml:16 code"]),
        ("Flows/hello.transcript", "expect: at ", ["Flows/hello.yaml:9 details"]),
        ("Flows/hello.transcript", "fill: ", ["Flows/hello.yaml:12 name"]),
    ])
    func `a thing is declared in one place`(file: String, after text: String, places: [String]) throws {
        let draft = Self.project.draft()
        let string = draft.text(file)
        let start = try #require(string.firstRange(of: text))
        let offset = string.utf8.distance(from: string.startIndex, to: start.upperBound)
        #expect(draft.words(draft.definition(in: file, at: offset)) == places)
    }
}
