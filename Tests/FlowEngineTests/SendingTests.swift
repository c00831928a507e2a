import Expressions
import FlowEngine
import Testing

/// Questions that are answered with photos, files and places (flow language, 3.8).
@Suite struct SendingTests {
    private static func flow(_ kind: String, _ shown: String = "{first}") -> String {
        """
        steps:
          first:
            ask: Show us.
            \(kind)
            then: done
          done:
            say: <\(shown)>
            then: end
        """
    }

    @Test(arguments: [
        ("photo: one", "a.jpg 500", "a.jpg"), ("photo: one", "a.pdf, b.jpg, c.jpg", "b.jpg"),
        ("photo: one", "a.heic", "a.heic"), ("file: any", "a.jpg", "a.jpg"), ("file: pdf, docx", "a.PDF", "a.PDF"),
        ("file: [pdf, jpeg]", "a.jpg", "a.jpg"), ("file: any", "a", "a"), ("file: any", "a.pdf 25000000", "a.pdf"),
    ])
    func `what was asked for is taken`(kind: String, sent: String, taken: String) throws {
        try play(
            Self.flow(kind),
            script: """
                you: hello
                bot: Show us.
                files: \(sent)
                bot: <\(taken)>
                (ended)
                """)
    }

    @Test(arguments: [
        ("photo: one", "a.pdf"), ("photo: up to 3", "a.pdf"), ("file: pdf", "a.jpg"), ("file: any", "a.pdf 25000001"),
        ("photo: one", "a.jpg 25000001"), ("text: one line", "a.jpg"), ("place: any", "a.jpg"),
    ])
    func `anything else fits nothing`(kind: String, sent: String) throws {
        try play(
            Self.flow(kind),
            script: """
                you: hello
                bot: Show us.
                files: \(sent)
                bot: Sorry?
                bot: Show us.
                """)
    }

    private static let several = flow("photo: up to 3", "{first.count}: {first}")

    @Test func `photos that come within twenty seconds of each other are one answer`() throws {
        try play(
            Self.several,
            script: """
                you: hello
                bot: Show us.
                files: a.jpg, b.pdf
                wait: 19 seconds
                files: b.jpg
                you: that is the other side
                wait: 19 seconds
                files: c.pdf
                wait: 1 second
                bot: <2: a.jpg and b.jpg>
                (ended)
                """)
    }

    @Test func `as many photos as are taken need no waiting`() throws {
        try play(
            Self.several,
            script: """
                you: hello
                bot: Show us.
                files: a.jpg, b.jpg
                files: c.jpg, d.jpg
                bot: <3: a.jpg, b.jpg and c.jpg>
                (ended)
                """)
    }

    @Test func `words that work anywhere work while photos come`() throws {
        try play(
            Self.several,
            script: """
                you: hello
                bot: Show us.
                files: a.jpg | help
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `silence is noticed while nothing has come, and not while photos come`() throws {
        try play(
            Self.flow("photo: up to 3\n    if_silent:\n      after: 1 minute\n      then: done", "{first, or none}"),
            script: """
                you: hello
                bot: Show us.
                wait: 50 seconds
                files: a.jpg
                wait: 19 seconds
                wait: 1 second
                bot: <a.jpg>
                (ended)
                you: hello
                bot: Show us.
                wait: 1 minute
                bot: <none>
                (ended)
                """)
    }

    @Test func `the words beside a file count where no file is asked for`() throws {
        try play(
            Self.flow("answers: [Red, Blue]"),
            script: """
                files: a.jpg | hello
                bot: Show us.
                buttons: Red, Blue
                files: a.jpg | blue
                bot: <Blue>
                (ended)
                """)
    }

    @Test(arguments: [
        ("any", "52.5, 13.4", "52.5, 13.4"), ("any", "Hauptstraße 5, 10115 Berlin", "Hauptstraße 5, 10115 Berlin"),
        ("any", "behind the station", "behind the station"),
        ("address", "Hauptstraße 5, 10115 Berlin", "Hauptstraße 5, 10115 Berlin"),
        (
            "address", "https://maps.apple.com/?address=Hauptstr.%205,10115%20Berlin&ll=52.5,13.4",
            "Hauptstr. 5, 10115 Berlin"
        ),
        ("any", "https://maps.apple.com/?ll=52.5,13.4&q=Shop", "Shop"),
    ])
    func `a place is shared, typed, or a link of a map`(kind: String, typed: String, taken: String) throws {
        for verb in ["you", "shares"] {
            try play(
                Self.flow("place: \(kind)"),
                script: """
                    you: hello
                    bot: Show us.
                    \(verb): \(typed)
                    bot: <\(taken)>
                    (ended)
                    """)
        }
    }

    @Test(arguments: [("address", "52.5, 13.4"), ("address", "Berlin"), ("any", "https://example.com"), ("any", "!!")])
    func `what is no place, or not enough of one, fits nothing`(kind: String, typed: String) throws {
        try play(
            Self.flow("place: \(kind)"),
            script: """
                you: hello
                bot: Show us.
                you: \(typed)
                bot: Sorry?
                bot: Show us.
                """)
    }

    @Test func `the fields of files and places`() throws {
        try play(
            """
            steps:
              first:
                ask: The bill?
                file: any
                then: home
              home:
                say: "{first.name}: {first.kind}, {first.size}"
                ask: Where?
                place: address
                then: done
              done:
                say: "{home.street} / {home.city} / {home.postcode, or no postcode}"
                then: end
            """,
            script: """
                you: hello
                bot: The bill?
                files: bill.pdf 12345
                bot: bill.pdf: application/pdf, 12,345
                bot: Where?
                you: 10 Downing Street, London SW1A 2AA, UK
                bot: 10 Downing Street / London / SW1A 2AA
                (ended)
                """)
    }
}
