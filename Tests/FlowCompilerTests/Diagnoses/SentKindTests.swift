import Testing

/// Diagnostics of questions for photos, files and places: section 3.8.
@Suite struct SentKindTests {
    @Test(arguments: words)
    func `each kind has its words`(_ example: Case) { example.check() }

    @Test(arguments: types)
    func `the answer has its type and its fields`(_ example: Case) { example.check() }

    private static func asking(_ kind: String) -> String { "hello:\n  ask: Which?\n  \(kind)\n  then: end" }

    static let words = [
        Case("one photo", asking("photo: one")), Case("photos", asking("photo: up to 20")),
        Case("too many photos", asking("photo: ‸up to 21"), "out-of-range"),
        Case("one is not up to one", asking("photo: ‸up to 1"), "out-of-range"),
        Case("a number", asking("photo: ‸5"), "unknown-word"), Case("no word", asking("‸photo:"), "empty-value"),
        Case("any file", asking("file: any")), Case("endings", asking("file: pdf, docx")),
        Case("a list of endings", asking("file: [pdf, docx]")),
        Case("a dot", asking("file: pdf, ‸.docx"), "unknown-word"),
        Case("any and others", asking("file: pdf, ‸any"), "unknown-word"),
        Case("words", asking("file: ‸a letter"), "unknown-word"), Case("any place", asking("place: any")),
        Case("an address", asking("place: address")), Case("a city", asking("place: ‸adress"), "unknown-word"),
        Case("a block", asking("place:\n    ‸kind: any"), "wrong-shape"),
        Case("two kinds", asking("photo: one\n  ‸file: any"), "two-kinds-of-question"),
        Case("no question", "hello:\n  say: Hi.\n  ‸photo: one\n  then: end", "kind-without-question"),
    ]

    private static func said(_ kind: String, _ text: String) -> String {
        "hello:\n  ask: Which?\n  \(kind)\n  then: done\ndone:\n  say: \(text)\n  then: end"
    }

    static let types = [
        Case("a file", said("photo: one", "{hello} {hello.name} {hello.kind} {hello.size}")),
        Case("files", said("photo: up to 2", "{hello.count} {hello, lines}")),
        Case("a field of files", said("photo: up to 2", "{hello.‸name}"), "unknown-field"),
        Case("a field", said("file: any", "{hello.‸sise}"), "unknown-field"),
        Case("an address", said("place: address", "{hello.street} {hello.city} {hello.postcode, or none}")),
        Case("a place", said("place: any", "{‸hello.street}"), "maybe-empty"),
        Case("a postcode", said("place: address", "{‸hello.postcode}"), "maybe-empty"),
        Case("a format", said("file: any", "{hello, ‸day}"), "unknown-format"),
    ]
}
