/// A key of the language at one place: the same word may be another key elsewhere.
public struct LanguageKey: Sendable {
    public let name: String
    /// The forms that its value may have, the usual one first.
    public let forms: [ValueForm]
    /// Whether a block without it is an error.
    public let isRequired: Bool
    /// The group that it belongs to; a block has at most one key of a group.
    public let group: Group?
    /// The keys of the same block of which one must be there too; empty when the key stands on its own.
    public let goesWith: [String]
    /// The least number that is valid, where the key wants one.
    public let least: Int?
    /// The largest number that is valid.
    public let most: Int?
    /// What the key is for, in one line.
    public let about: String

    /// Keys that exclude each other.
    public enum Group: Sendable {
        /// What a step does after its messages: it asks, calls, decides.
        case action
        /// The kinds of answer to a question.
        case answer
        /// The kinds of card.
        case card
        /// The ways to reach an action.
        case target
    }

    init(
        _ name: String, _ forms: ValueForm..., from least: Int? = nil, to most: Int? = nil, isRequired: Bool = false,
        group: Group? = nil, goesWith: [String] = [], about: String
    ) {
        self.init(
            name, forms, from: least, to: most, isRequired: isRequired, group: group, goesWith: goesWith, about: about)
    }

    init(
        _ name: String, _ forms: [ValueForm], from least: Int? = nil, to most: Int? = nil, isRequired: Bool = false,
        group: Group? = nil, goesWith: [String] = [], about: String
    ) {
        self.name = name
        self.least = least
        self.most = most
        self.forms = forms
        self.isRequired = isRequired
        self.group = group
        self.goesWith = goesWith
        self.about = about
    }
}

/// The keys of a place that authors choose themselves: names, labels, conditions.
public struct ChosenKeys: Sendable {
    /// What such a key is: `the name of a step`.
    public let what: String
    public let example: String
    /// The forms that the values may have, the usual one first.
    public let forms: [ValueForm]

    init(_ what: String, example: String, _ forms: ValueForm...) {
        self.what = what
        self.example = example
        self.forms = forms
    }
}
