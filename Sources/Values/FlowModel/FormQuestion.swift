/// Several questions on pages that are filled in together.
public struct FormQuestion: Sendable {
    /// In the order written; ways only lead further down.
    public var pages: [FormPage]
    public var intro: Intro?
    /// Whether the customer sees all answers once more before they are sent.
    public var hasSummary: Bool

    public init(pages: [FormPage], intro: Intro?, hasSummary: Bool) {
        self.pages = pages
        self.intro = intro
        self.hasSummary = hasSummary
    }

    /// What is shown before the first page.
    public struct Intro: Sendable {
        public var title: Phrase?
        public var text: Phrase?
        public var button: Phrase
        public var image: Image?

        public init(title: Phrase?, text: Phrase?, button: Phrase, image: Image?) {
            self.title = title
            self.text = text
            self.button = button
            self.image = image
        }
    }
}

/// One page of a form.
public struct FormPage: Sendable {
    public enum Target: Sendable, Hashable {
        /// A page by its place.
        case page(Int)
        case send
    }

    /// The field of the form's answer that it fills.
    public var name: String
    public var title: Phrase?
    public var ask: Phrase
    /// Answers, text, number, money or date.
    public var kind: Question.Kind
    /// Where an answer leads that has no way of its own.
    public var next: Target
    /// The ways of the answers, by their places.
    public var ways: [Target?] = []
    public var isOptional: Bool
    public var field = Field()
    public var wheel: Wheel?
    /// How the day is written, as a Unicode date pattern.
    public var dateFormat: String?

    public init(name: String, title: Phrase?, ask: Phrase, kind: Question.Kind, next: Target, isOptional: Bool) {
        self.name = name
        self.title = title
        self.ask = ask
        self.kind = kind
        self.next = next
        self.isOptional = isOptional
    }

    /// What stands around the place where something is typed.
    public struct Field: Sendable {
        public var label: Phrase?
        public var prefix: Phrase?
        public var example: Phrase?
        public var hint: Phrase?
        /// Apple's own names, where those that go with the kind are not right.
        public var keyboard: String?
        public var content: String?

        public init(
            label: Phrase? = nil, prefix: Phrase? = nil, example: Phrase? = nil, hint: Phrase? = nil,
            keyboard: String? = nil, content: String? = nil
        ) {
            self.label = label
            self.prefix = prefix
            self.example = example
            self.hint = hint
            self.keyboard = keyboard
            self.content = content
        }
    }

    /// Answers on a wheel that is turned.
    public struct Wheel: Sendable {
        public var label: Phrase?
        /// The place of the answer that it shows first.
        public var preset: Int?

        public init(label: Phrase?, preset: Int?) {
            self.label = label
            self.preset = preset
        }
    }
}
