import Testing

/// Cards of every kind, each with the texts that must be readable.
struct CardWalk: Sendable, CustomTestStringConvertible {
    var card: String
    var words: [String]

    var testDescription: String { String(card.prefix { $0 != ":" }) }

    var flow: String {
        """
        steps:
          first:
            show:
        \(card.split(separator: "\n").enumerated().map { "      \($0.offset == 0 ? "- " : "  ")\($0.element)" }.joined(separator: "\n"))
            ask: Anything else?
            text: one line
            then: end
        """
    }

    static let all: [CardWalk] = [
        CardWalk(
            card: "text: Fresh today\ntitle: Our bread\nnote: Until six\nauthor: Ana",
            words: ["Fresh today", "Our bread", "Until six", "Ana"]),
        CardWalk(card: "link: https://shop.example", words: ["https://shop.example"]),
        CardWalk(
            card: "link: https://shop.example\ntitle: Shop\nnote: Open\nimage: https://shop.example/a.png",
            words: ["Shop", "Open", "https://shop.example"]),
        CardWalk(card: "file: https://shop.example/terms.pdf", words: ["terms.pdf", "https://shop.example/terms.pdf"]),
        CardWalk(
            card: "image: https://shop.example/a.png\ntitle: Rye\nartist: Ben", words: ["Rye", "Ben", "a.png"]),
        CardWalk(card: "image: https://shop.example/a.png", words: ["a.png"]),
        CardWalk(
            card: "place: Bakery\nstreet: 5 Main Street\ncity: Berlin",
            words: ["Bakery", "5 Main Street", "maps.apple.com"]),
        CardWalk(card: "status: Ana has joined", words: ["Ana has joined"]),
        CardWalk(
            card: "product: Rye\nbrand: Our\nprice: 4.20 EUR\nquantity: 2\nlink: https://shop.example/rye",
            words: ["2 × Our Rye", "€4.20", "https://shop.example/rye"]),
        CardWalk(
            card: "receipt: B-1\nitems:\n  - product: Rye\n    price: 4.20 EUR\ntotal: 4.20 EUR\nmethod: Cash",
            words: ["B-1", "Rye", "€4.20", "Cash"]),
        CardWalk(
            card: "carousel:\n  - status: One\n  - text: Two\ntap: open https://shop.example",
            words: ["One", "Two", "https://shop.example"]),
        CardWalk(
            card: "text: Look\nbuttons:\n  - label: Terms\n    tap: open https://shop.example/terms\n"
                + "  - label: Wave\n    tap: wave",
            words: ["Look"]),
        CardWalk(card: "card: opinion\ndata:\n  rating: 4", words: ["4 stars"]),
    ]

    static let services = """
        cards:
          opinion:
            type: application/vnd.example.opinion+json
            takes:
              rating: number
            apple: {rating} stars

        """
}
