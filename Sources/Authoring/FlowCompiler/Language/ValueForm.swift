public import ChannelRules

/// A form that the value of a key may have.
public indirect enum ValueForm: Sendable {
    // Texts.

    /// A text to the end of its line, in which colons, quotes and `#` are ordinary characters.
    case prose
    /// A text, perhaps in quotes.
    case text
    /// A word or a name that is not shown to customers.
    case word
    /// One of these words.
    case oneOf([String])
    /// `yes` or `no`.
    case yesNo

    // Numbers and money.

    case number, wholeNumber
    /// Money, a name in braces, or a calculation such as `{price} * 2`.
    case amount
    /// A currency of ISO 4217.
    case currency

    // Times.

    /// `10 minutes`, `1 hour and 30 minutes`.
    case duration
    /// A date, `today`, or `today + 30 days`.
    case date
    /// A date, perhaps with a time of day.
    case moment
    /// `2031-12-01 10:00 for 45 minutes`.
    case slot
    /// `9:00 to 18:00`, several with commas, or `closed`.
    case hours
    /// `in 2 days`, `1 day before {visit}` or `at {visit.start}`.
    case reminder
    /// A time zone of the IANA database.
    case zone

    // Codes of regions and languages.

    /// Two letters of ISO 3166.
    case country
    /// A language tag such as `en` or `en-GB`.
    case language

    // Names and calculations.

    /// The name of something that is declared elsewhere.
    case name(NamedThing)
    /// A single name in braces: `{slots.times}`.
    case insert
    /// A constant, a name in braces, a calculation, or a text.
    case value
    /// `visit is before 2031-12-24`.
    case condition
    /// `item in basket.items`.
    case each
    /// The type of a value, `, optional` after it where it may be empty.
    case type
    /// A pattern that the whole answer must match: `[A-Z]-\d{4}`.
    case pattern

    // Addresses.

    /// A web address.
    case address
    /// A path inside `Flows/images`, or a web address.
    case asset
    /// `open https://…`, `map`, or the name of an event.
    case tap

    // Structures.

    /// A list whose items have one of these forms.
    case list(of: [ValueForm])
    /// A block with the keys of a place.
    case block(KeyPlace)
    /// A block with the keys of a channel's own format.
    case channel(ChannelPart)
    /// Any value, block or list.
    case anything
    /// No value: the key alone is enough.
    case nothing

    /// Whether such a value is read unchanged to the end of its line.
    var isProse: Bool {
        switch self {
        case .prose, .condition: true
        default: false
        }
    }

    /// Whether such a value is a number or a Boolean, for other readers of YAML as for us.
    var isTyped: Bool {
        switch self {
        case .number, .wholeNumber, .yesNo: true
        default: false
        }
    }

    /// The places of its block, or of the blocks that are items of its list.
    public var places: [KeyPlace] {
        switch self {
        case .block(let place): [place]
        case .list(let items): items.flatMap(\.places)
        default: []
        }
    }

    /// The channels' own formats of its block, or of the blocks that are items of its list.
    public var channelParts: [ChannelPart] {
        switch self {
        case .channel(let part): [part]
        case .list(let items): items.flatMap(\.channelParts)
        default: []
        }
    }

    /// One of the words of an enumeration.
    static func words<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> ValueForm
    where Word.RawValue == String { .oneOf(type.allCases.map(\.rawValue)) }

    /// One value of a form, or a list of them.
    static func oneOrMore(_ form: ValueForm) -> [ValueForm] { [form, .list(of: [form])] }
}

/// What a name refers to.
public enum NamedThing: Sendable {
    /// A step of the same flow.
    case step
    /// A step, `flow/step` in another flow, `end`, `back` or `resume`.
    case destination
    /// A page further down in the same form, or `send`.
    case page
    case flow
    /// A flow, or `flow/step`.
    case start
    /// A queue of `people`.
    case queue
    /// A week of `hours`.
    case week
    /// An action of `Config/actions.yaml`.
    case action
    /// A table of `results`.
    case resultTable
    /// A service of `Config/services.yaml`.
    case provider, merchant, app, customCard

    /// The words of the language that can stand in place of a name.
    public var words: [String] {
        switch self {
        case .destination: ["end", "back", "resume"]
        case .page: ["send"]
        default: []
        }
    }
}

/// The part of a channel's format that `apple:` or `web:` is merged into.
public enum ChannelPart: Sendable, CaseIterable {
    /// Apple's interactive message.
    case appleMessage
    /// Apple's rich link.
    case appleLink
    /// A message of the web chat.
    case webMessage
    /// A question in the web chat.
    case webQuestion

    /// The keys of the channel at this position.
    public var keys: ChannelKeys {
        switch self {
        case .appleMessage: .apple
        case .appleLink: .appleLink
        case .webMessage: .web
        case .webQuestion: .webQuestion
        }
    }
}
