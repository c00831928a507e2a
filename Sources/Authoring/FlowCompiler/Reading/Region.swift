/// Where in a file we are, as far as reading depends on it (flow language, section 7).
enum Region: Sendable, Equatable {
    /// The outermost keys of a flow.
    case flow
    /// The outermost keys of bot.yaml.
    case bot
    /// Keys of the language, each read in its own way.
    case language
    /// A card of `show`: here `text` and `place` are prose.
    case card
    /// The steps of a flow: names with a block of the language below.
    case steps
    /// Other names that the author gives, each with a block of the language below: form pages, people.
    case named
    /// Labels or words, which may hold colons themselves; the last colon of the line counts.
    case labelled
    /// Conditions; the last colon counts here too.
    case conditions
    /// Names that the author gives, with prose behind: `set`, `gives`.
    case assignments
    /// Inputs of an action or a flow, with prose behind; a name in braces is handed on as it is, also in quotes.
    case inputs
    /// Names of weeks, each with a table of days and hours below.
    case weeks
    /// Plain tables: names or days with a word behind.
    case table
    /// The outermost keys of a translation.
    case translation
    /// The texts of a translation: names, which may hold colons themselves, each with a block below.
    case translations
    /// One text of a translation: the fingerprint of what it translates, and the text, which is prose.
    case translated
    /// A Config file: nothing but plain keys and values, and every `- key: value` is a block.
    case config

    /// What an empty file begins with.
    var beginning: String {
        switch self {
        case .bot: "it needs `bot:`, `zone:` and `start:`"
        case .translation: "it needs `translation:` and `language:`; `usher translate import` writes them"
        default: "begin with `flow: hello`"
        }
    }

    /// Whether the last colon of a line ends its key, not the first.
    var keysEndAtLastColon: Bool { self == .labelled || self == .conditions || self == .translations }

    /// The region of the block below `key`.
    func below(_ key: String) -> Region {
        switch self {
        case .config: .config
        case .labelled, .conditions, .steps, .named: .language
        case .assignments, .inputs, .table, .weeks: .table
        case .flow, .bot, .language: Self.belowKey[key] ?? .language
        case .card: Self.belowKey[key] ?? .card
        case .translation: key == "texts" ? .translations : .translation
        case .translations, .translated: .translated
        }
    }

    private static let belowKey: [String: Region] = [
        "steps": .steps, "form": .named, "people": .named,
        "answers": .labelled, "anywhere": .labelled, "entries": .labelled, "when": .conditions,
        "set": .assignments, "using": .inputs, "gives": .assignments, "data": .assignments,
        "hours": .weeks, "customer": .table, "needs": .table, "extra": .table, "options": .table,
        "discounts": .table, "pay": .table, "texts": .table, "intro": .card,
        "show": .card, "carousel": .card, "items": .card, "buttons": .card, "apple": .config, "web": .config,
    ]

    /// The region of a block that is an item of the list below `key`.
    func item(of key: String) -> Region {
        switch below(key) {
        case .labelled, .conditions, .assignments, .inputs, .steps, .named, .weeks, .table: .language
        case let below: below
        }
    }

    /// Whether the value of `key` is prose here: the rest of the line as it is.
    func isProse(_ key: String) -> Bool {
        switch self {
        case .flow, .bot, .language: Vocabulary.proseKeys.contains(key)
        case .card: Vocabulary.proseKeys.contains(key) || key == "text" || key == "place"
        case .assignments, .inputs: true
        case .config: key == "about"
        case .translated: key == "text"
        case .steps, .named, .labelled, .conditions, .weeks, .table, .translation, .translations: false
        }
    }

    /// Whether the items of a list below `key` are prose.
    func hasProseItems(_ key: String) -> Bool { self == .language && key == "say" }

    // Which lines belong here.

    /// Whether a line cannot be one of this region although it begins at its column: `say: Hello` is no step.
    func refuses(_ line: LineShape) -> Bool {
        switch self {
        case .steps, .named, .weeks: line.hasValue && Vocabulary.keys.contains(line.word)
        case .translations: line.hasValue && Vocabulary.translatedKeys.contains(line.word)
        default: false
        }
    }
}

/// What a line looks like, to find out which block it is meant for.
struct LineShape {
    /// Whether it begins with `- `.
    let isItem: Bool
    /// What stands before its first colon, else all of it.
    let word: String
    let hasColon: Bool
    /// Whether something stands behind that colon.
    let hasValue: Bool
}
