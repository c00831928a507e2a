import Diagnostics
import Expressions

/// The region of a file, as far as reading depends on it (flow language, section 7).
enum Region: Sendable, Equatable {
    /// The outermost keys of a flow.
    case flow
    /// The outermost keys of bot.yaml.
    case bot
    /// Keys of the language, each with its own rules.
    case language
    /// A card of `show`: here `text` and `place` are prose.
    case card
    /// The steps of a flow: names with a block of the language below.
    case steps
    /// Other names by the author, each with a block of the language below: form pages, queues.
    case named
    /// Labels or words, which may contain colons themselves; the last colon of the line counts.
    case labelled
    /// Conditions; the last colon counts here too.
    case conditions
    /// Names by the author, followed by prose: `set`, `gives`.
    case assignments
    /// Inputs of an action or a flow, followed by prose; a name in braces is passed on unchanged, also in quotes.
    case inputs
    /// Names of weeks, each with a table of days and hours below.
    case weeks
    /// Plain tables: names or days, followed by a word.
    case table
    /// The outermost keys of a translation.
    case translation
    /// The texts of a translation: names, which may contain colons themselves, each with a block below.
    case translations
    /// One text of a translation: the fingerprint of its source, and the text, which is prose.
    case translated
    /// A Config file: only plain keys and values, and every `- key: value` is a block.
    case config

    /// The first line to suggest for an empty file.
    func beginning(of file: SourceFile) -> String {
        switch self {
        case .bot: "it needs `bot:`, `zone:` and `start:`"
        case .translation: "it needs `translation:` and `language:`; `usher translate import` writes them"
        default: "begin with `flow: \(Name.isIdentifier(file.nameOfFlow) ? file.nameOfFlow : "hello")`"
        }
    }

    /// Whether the last colon of a line ends its key, rather than the first.
    var keysEndAtLastColon: Bool { self == .labelled || self == .conditions || self == .translations }

    /// The region of the block below `key`.
    func below(_ key: String) -> Region {
        switch self {
        case .config: .config
        case .labelled, .conditions, .steps, .named: .language
        case .assignments: .assignments
        case .inputs, .table, .weeks: .table
        case .flow, .bot, .language: Vocabulary.regions[key] ?? .language
        case .card: Vocabulary.regions[key] ?? .card
        case .translation: key == "texts" ? .translations : .translation
        case .translations, .translated: .translated
        }
    }

    /// The region of a block that is an item of the list below `key`.
    func item(of key: String) -> Region {
        switch below(key) {
        case .labelled, .conditions, .assignments, .inputs, .steps, .named, .weeks, .table: .language
        case let below: below
        }
    }

    /// Whether the value of `key` is prose here: the rest of the line unchanged.
    func isProse(_ key: String) -> Bool {
        switch self {
        case .flow, .bot, .language: Vocabulary.proseKeys.contains(key)
        case .card: Vocabulary.proseKeysOfCards.contains(key)
        case .assignments, .inputs: true
        case .config: Vocabulary.proseKeysOfConfig.contains(key)
        case .translated: Vocabulary.proseKeysOfTranslated.contains(key)
        case .steps, .named, .labelled, .conditions, .weeks, .table, .translation, .translations: false
        }
    }

    /// Whether the items of a list below `key` are prose.
    func hasProseItems(_ key: String) -> Bool { self == .language && key == "say" }

    // Assignment of lines to regions.

    /// Whether a line cannot be part of this region although it begins at its column: `say: Hello` is not a step.
    func refuses(_ line: LineShape) -> Bool {
        switch self {
        case .steps, .named, .weeks: line.hasValue && Vocabulary.keys.contains(line.word)
        case .translations: line.hasValue && Vocabulary.translatedKeys.contains(line.word)
        default: false
        }
    }
}

/// The form of a line, for determining the block it is intended for.
struct LineShape {
    /// Whether it begins with `- `.
    let isItem: Bool
    /// The text before its first colon, otherwise all of it.
    let word: String
    let hasColon: Bool
    /// Whether there is text after that colon.
    let hasValue: Bool
}
