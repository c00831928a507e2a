/// Where in a file we are, as far as reading depends on it (flow language, section 7).
enum Region: Sendable, Equatable {
    /// Keys of the language, each read in its own way.
    case language
    /// A card of `show`: here `text` and `place` are prose.
    case card
    /// The steps of a flow: names with a block of the language below.
    case steps
    /// Other names that the author gives, each with a block of the language below: form pages, people.
    case named
    /// Labels or conditions, which may hold colons themselves; the last colon of the line counts.
    case labelled
    /// Names that the author gives, with prose behind: `set`, `using`.
    case assignments
    /// Days and hours, and other plain tables.
    case table
    /// A Config file: nothing but plain keys and values, and every `- key: value` is a block.
    case config

    /// Whether the last colon of a line ends its key, not the first.
    var keysEndAtLastColon: Bool { self == .labelled }

    /// The region of the block below `key`.
    func below(_ key: String) -> Region {
        switch self {
        case .config: .config
        case .labelled: .language
        case .steps, .named: .language
        case .assignments, .table: .table
        case .language, .card: Self.belowKey[key] ?? (self == .card ? .card : .language)
        }
    }

    private static let belowKey: [String: Region] = [
        "steps": .steps, "form": .named, "people": .named,
        "answers": .labelled, "anywhere": .labelled, "entries": .labelled, "when": .labelled,
        "set": .assignments, "using": .assignments, "gives": .assignments, "data": .assignments,
        "hours": .table, "customer": .table, "needs": .table, "extra": .table, "options": .table,
        "discounts": .table, "texts": .table, "intro": .card,
        "show": .card, "carousel": .card, "items": .card, "buttons": .card,
    ]

    /// Whether the value of `key` is prose here: the rest of the line as it is.
    func isProse(_ key: String) -> Bool {
        switch self {
        case .language: Vocabulary.proseKeys.contains(key)
        case .card: Vocabulary.proseKeys.contains(key) || key == "text" || key == "place"
        case .assignments: true
        case .config: key == "about"
        case .steps, .named, .labelled, .table: false
        }
    }

    /// Whether the items of a list below `key` are prose.
    func hasProseItems(_ key: String) -> Bool { self == .language && key == "say" }
}

/// The key words of the language.
enum Vocabulary {
    /// Keys that take the rest of their line as it is.
    static let proseKeys: Set<String> = [
        "say", "ask", "label", "note", "title", "line", "if_empty", "meanwhile", "reply", "hint", "example", "prefix",
        "alt", "section", "status", "product", "author", "artist", "brand", "button", "right", "right_note",
        "image_title", "image_note", "about", "unless",
    ]

    /// Every key of the language: in a list, `- word: …` is a block when the word is one of these, and a line of prose
    /// does not go on with one of them.
    static let keys: Set<String> = proseKeys.union([
        "flow", "start", "steps", "zone", "currency", "languages", "entries", "anywhere", "if_silent", "if_other",
        "if_failed", "if_cancelled", "if_unable", "hours", "people", "address", "customer", "bot", "business", "notice",
        "expires", "old_taps",
        "texts", "translation", "language", "needs", "gives", "when_closed", "show", "set", "call", "run", "when",
        "hand_over", "remind", "then", "was", "save", "apple", "web", "bubble", "image", "size", "private", "optional",
        "answers", "times", "form", "text", "number", "money", "date", "photo", "file", "place", "sign_in", "pay",
        "app", "id", "each", "as", "several", "at_least", "at_most", "every", "in", "lasting", "days", "except",
        "where", "name", "latitude", "longitude", "radius", "intro", "summary", "kind", "matches", "keyboard",
        "content", "from", "to", "preset", "shows", "scope", "extra", "price", "pending", "total", "shipping",
        "contact", "billing", "recalculate", "track", "countries", "merchant", "data", "live", "link", "zoom",
        "street", "street2", "city", "area", "postcode", "country", "quantity", "options", "receipt", "items",
        "subtotal", "tax", "method", "discounts", "created", "carousel", "card", "tap", "buttons", "using", "if_away",
        "go", "after", "repeats", "tries", "retry_from", "otherwise",
    ])
}
