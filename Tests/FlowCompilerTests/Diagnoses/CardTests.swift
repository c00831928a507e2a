import FlowCompiler
import Testing

/// Diagnostics of cards: section 3.12.
@Suite struct CardTests {
    @Test(arguments: kinds) func `a card is of one kind, and has the keys of its kind`(_ example: Case) {
        example.check()
    }

    @Test(arguments: lists) func `carousels and receipts hold cards`(_ example: Case) { example.check() }

    @Test(arguments: values) func `what stands behind a key is of its type`(_ example: Case) { example.check() }

    @Test(arguments: actions) func `a tap opens, shows the map or raises an event`(_ example: Case) { example.check() }

    @Test(arguments: names) func `names in cards exist, and hold something`(_ example: Case) { example.check() }

    @Test(arguments: files) func `files and pictures are there`(_ example: Case) { example.check() }

    /// Returns a step that shows one card.
    private static func showing(_ card: String) -> String {
        "hello:\n  show:\n    " + card.split(separator: "\n").joined(separator: "\n    ") + "\n  then: end"
    }

    static let kinds = [
        Case("a text", showing("text: Hi: there\ntitle: A: b\nnote: c\nauthor: d")),
        Case("a list", "hello:\n  show:\n    - text: Hi\n    - status: there\n  then: end"),
        Case("a text instead", "hello:\n  show: ‸Hello\n  then: end", "wrong-shape"),
        Case("texts instead", "hello:\n  show:\n    - ‸Hello\n    - status: a\n  then: end", "wrong-shape"),
        Case("nothing", "hello:\n  ‸show:\n  then: end", "empty-value"),
        Case("no kind", showing("‸title: Hi"), "card-without-kind"),
        Case("no kind, but a misspelt one", showing("title: Hi\n‸prodct: Rye"), "unknown-key"),
        Case("two kinds", showing("text: Hi\n‸status: there"), "two-kinds-of-card"),
        Case("the link of a product", showing("product: Rye\nlink: https://example.com\nimage: https://e.com/a.png")),
        Case("the picture of a link", showing("link: https://example.com\nimage: https://example.com/a.png\nalt: A")),
        Case("the picture of a text", showing("text: Hi\n‸image: https://e.com/a.png"), "two-kinds-of-card"),
        Case("a key of another kind", showing("text: Hi\n‸price: 4.00 EUR"), "unknown-key"),
        Case("a misspelt key", showing("text: Hi\n‸titel: A"), "unknown-key"),
        Case("a key with nothing", showing("text: Hi\n‸title:"), "empty-value"),
        Case("items without a list around", showing("text: Hi\n‸each: x in y"), "unknown-key"),
        Case(
            "a receipt without what it needs",
            "hello:\n  ‸show:\n    receipt: 1\n    total: 1.00 EUR\n    items:\n"
                + "      - product: Rye\n  then: end", "missing-key"),
        Case(
            "a receipt in a list",
            "hello:\n  show:\n    - ‸receipt: 1\n      method: Cash\n      total: 1.00 EUR\n"
                + "  then: end", "missing-key"),
        Case("a card of nobody's", showing("card: ‸seat"), "unknown-card"),
        Case("only a card makes a step", "hello:\n  show:\n    status: Hi\n  then: end"),
    ]

    static let lists = [
        Case("a carousel", showing("carousel:\n  - text: a\n  - product: b\n    price: 1.00 EUR")),
        Case("a carousel of texts", showing("carousel:\n  - ‸a\n  - text: b"), "wrong-shape"),
        Case("a text for a carousel", showing("carousel: ‸a"), "wrong-shape"),
        Case("one card for a carousel", showing("carousel:\n  ‸text: a"), "wrong-shape"),
        Case("a carousel in a carousel", showing("carousel:\n  - ‸carousel:\n      - text: a"), "wrong-shape"),
        Case(
            "a receipt of links",
            showing("receipt: 1\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - ‸link: https://example.com"), "wrong-shape"),
        Case(
            "one for each",
            "hello:\n  set:\n    loaves: [Rye, Wheat]\n  show:\n    carousel:\n"
                + "      - each: loaf in loaves\n        text: {loaf}\n      - text: More\n  then: end"),
        Case(
            "a block for each",
            "hello:\n  set:\n    loaves: [Rye, Wheat]\n  show:\n    carousel:\n"
                + "      each: loaf in loaves\n      text: {loaf}\n  then: end"),
        Case("each of nothing", showing("carousel:\n  - each: ‸loaf\n    text: a"), "bad-each"),
        Case("each of what is not there", showing("carousel:\n  - each: x in ‸loavs\n    text: a"), "unknown-name"),
        Case(
            "each of no list",
            "hello:\n  set:\n    loaf: Rye\n  show:\n    carousel:\n"
                + "      - each: x in ‸loaf\n        text: a\n  then: end", "type-mismatch"),
        Case(
            "outside of its block",
            "hello:\n  set:\n    loaves: [Rye]\n  show:\n    carousel:\n"
                + "      - each: loaf in loaves\n        text: a\n      - text: {‸loaf}\n  then: end", "unknown-name"),
    ]

    static let values = [
        Case("the zoom", showing("place: Here\nzoom: 18")),
        Case("too near", showing("place: Here\nzoom: ‸25"), "out-of-range"),
        Case("too far", showing("place: Here\nzoom: ‸0"), "out-of-range"),
        Case("half a zoom", showing("place: Here\nzoom: ‸1.5"), "bad-number"),
        Case("beyond the pole", showing("place: Here\nlatitude: ‸91\nlongitude: -180"), "out-of-range"),
        Case("no number", showing("place: Here\nlatitude: ‸north"), "bad-number"),
        Case("the price", showing("product: Rye\nprice: 4.20")),
        Case("a price in no money", showing("product: Rye\nprice: ‸cheap"), "bad-money"),
        Case("a price with one decimal", showing("product: Rye\nprice: ‸4.2 EUR"), "money-decimals"),
        Case(
            "a price that is a name",
            "hello:\n  set:\n    sum: 4.20 EUR\n" + showing("product: Rye\nprice: {sum} * 2").dropFirst(7)),
        Case(
            "a price that is a number",
            "hello:\n  set:\n    sum: 4\n" + showing("product: Rye\nprice: ‸{sum}").dropFirst(7), "type-mismatch"),
        Case(
            "a price in a sentence",
            "hello:\n  set:\n    sum: 4\n" + showing("product: Rye\nprice: ‸about {sum}").dropFirst(7), "type-mismatch"),
        Case("how many", showing("product: Rye\nquantity: 1.5")),
        Case("how many, in words", showing("product: Rye\nquantity: ‸two"), "bad-number"),
        Case("made so", showing("product: Rye\noptions:\n  Sliced: Yes\n  Weight: 1 kg")),
        Case("made so, without saying how", showing("product: Rye\noptions:\n  ‸Sliced:"), "empty-value"),
        Case("made so, in a list", showing("product: Rye\noptions: ‸[a, b]"), "wrong-shape"),
        Case(
            "a whole receipt",
            showing(
                "receipt: {today}\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - product: Rye\ncreated: 2026-12-01\n"
                    + "address: 5 Rue Basse, 75001 Paris\ndiscounts:\n  Guest: -1.00 EUR")),
        Case(
            "a time that it was ordered at",
            showing("receipt: 1\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - product: Rye\ncreated: 2026-12-01 10:00")),
        Case(
            "an address with a name that is not there",
            showing("receipt: 1\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - product: Rye\naddress: To {‸house}"),
            "unknown-name"),
        Case(
            "quotes round a sum",
            "hello:\n  set:\n    sum: 4.20 EUR\n  show:\n    product: Rye\n    price: \"{sum} * 2\"\n  then: end"),
        Case(
            "a date that does not exist",
            showing("receipt: 1\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - product: Rye\ncreated: ‸2026-02-30"),
            "bad-date"),
        Case(
            "a discount that is no money",
            showing("receipt: 1\nmethod: Cash\ntotal: 1.00 EUR\nitems:\n  - product: Rye\ndiscounts:\n  Guest: ‸much"),
            "bad-money"),
    ]

    static let actions = [
        Case("open", showing("text: a\ntap: open https://example.com/a b")),
        Case("the map", showing("place: a\ntap: map")),
        Case("an event", showing("text: a\ntap: dish-opened\ndata:\n  dish: Rye\n  count: 4\n  on: {today} + 2 days")),
        Case("an event that reckons in vain", showing("text: a\ntap: b\ndata:\n  x: {today} * ‸2"), "type-mismatch"),
        Case("a name that is none", showing("text: a\ntap: b\ndata:\n  ‸2x: a"), "bad-name"),
        Case("opens half an address", showing("text: a\ntap: open ‸www.example.com"), "bad-address"),
        Case("opens without encryption", showing("text: a\ntap: open ‸http://example.com"), "bad-address"),
        Case("opens nothing", showing("text: a\ntap: ‸open"), "bad-address"),
        Case("an address alone", showing("text: a\ntap: ‸https://example.com"), "unknown-word"),
        Case("opens, misspelt", showing("text: a\ntap: ‸opne https://example.com"), "unknown-word"),
        Case("a link to half an address", showing("link: ‸www.example.com"), "bad-address"),
        Case("a link to words", showing("link: ‸our page"), "bad-address"),
        Case("a link to nothing but https", showing("link: ‸https://"), "bad-address"),
        Case("a product with half a link", showing("product: a\nlink: ‸example.com/a"), "bad-address"),
        Case(
            "buttons",
            showing(
                "text: a\nbuttons:\n  - label: b\n    tap: open https://e.com\n  - label: c: d\n    tap: e\n    data:\n      f: g"
            )),
        Case("a button that does nothing", showing("text: a\nbuttons:\n  - ‸label: b"), "missing-key"),
        Case("a button without a label", showing("text: a\nbuttons:\n  - ‸tap: b"), "missing-key"),
        Case(
            "a button that leads somewhere", showing("text: a\nbuttons:\n  - label: b\n    ‸then: end"), "unknown-key"),
        Case("buttons that are words", showing("text: a\nbuttons: ‸b"), "wrong-shape"),
        Case("one button without a list", showing("text: a\nbuttons:\n  ‸label: b\n  tap: c"), "wrong-shape"),
        Case(
            "seven buttons",
            showing(
                "text: a\nbuttons:\n" + (1...6).map { "  - label: b\($0)\n    tap: c\n" }.joined()
                    + "  - ‸label: b7\n    tap: c"), "out-of-range"),
        Case(
            "a label that nobody reads to its end",
            showing("text: a\nbuttons:\n  - label: ‸" + String(repeating: "b", count: 513) + "\n    tap: c"),
            "text-too-long"),
        Case(
            "a title of a link that Apple cuts",
            showing("link: https://e.com\ntitle: ‸" + String(repeating: "b", count: 513)), "text-too-long"),
        Case("a title of a text", showing("text: a\ntitle: " + String(repeating: "b", count: 513))),
    ]

    static let names = [
        Case("no such name", showing("text: Hi {‸nmae}"), "unknown-name"),
        Case("no such name in a price", showing("product: a\nprice: {‸sum}"), "unknown-name"),
        Case("no such name in an address", showing("link: https://e.com/{‸x}"), "unknown-name"),
        Case("no such name in data", showing("text: a\ntap: b\ndata:\n  c: {‸x}"), "unknown-name"),
        Case(
            "answered on one way only",
            """
            hello:
              ask: Bread?
              answers:
                Yes: loaf
                No: shown
            loaf:
              ask: Which?
              text: one line
              then: shown
            shown:
              show:
                - text: You get {‸loaf}.
                - status: For {loaf, or nobody}
              then: end
            """, "maybe-empty"),
        Case(
            "set only afterwards", "hello:\n  show:\n    text: {‸b}\n  set:\n    b: x\n  then: end", "maybe-empty"),
        Case("set before", "hello:\n  set:\n    b: x\n  show:\n    text: {b}\n  then: end"),
    ]

    static let files = [
        Case("a file that is not there", showing("file: ‸menu.pdf"), "image-missing"),
        Case("a file on the web", showing("file: https://example.com/menu.pdf")),
        Case("a file on half a web", showing("file: ‸www.example.com/menu.pdf"), "bad-address"),
        Case("a picture that is not there", showing("image: ‸a.png"), "image-missing"),
        Case("the picture of a product that is not there", showing("product: a\nimage: ‸a.png"), "image-missing"),
        Case(
            "the picture of a card in a carousel that is not there",
            showing("carousel:\n  - product: a\n    image: ‸a.png"), "image-missing"),
    ]
}
