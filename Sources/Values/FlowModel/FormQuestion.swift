/// Several questions on pages that are filled in together.
public struct FormQuestion: Sendable {
    /// In the order written; transitions only lead to later pages.
    public var pages: [FormPage]
    public var intro: Intro?
    /// Whether the customer reviews all answers before they are sent.
    public var hasSummary: Bool

    public init(pages: [FormPage], intro: Intro?, hasSummary: Bool) {
        self.pages = pages
        self.intro = intro
        self.hasSummary = hasSummary
    }

    /// Shown before the first page.
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
        /// A page by its index.
        case page(Int)
        case send
    }

    /// The field of the form's answer that the page fills.
    public var name: String
    public var title: Phrase?
    public var ask: Phrase
    /// Choice, text, number, money or date.
    public var kind: Question.Kind
    /// The target of answers that have none of their own.
    public var next: Target
    /// The targets of the answers, by index.
    public var ways: [Target?] = []
    public var isOptional: Bool
    public var field = Field()
    public var wheel: Wheel?
    /// The date format, as a Unicode date pattern.
    public var dateFormat: String?

    public init(name: String, title: Phrase?, ask: Phrase, kind: Question.Kind, next: Target, isOptional: Bool) {
        self.name = name
        self.title = title
        self.ask = ask
        self.kind = kind
        self.next = next
        self.isOptional = isOptional
    }

    /// The labels and settings of an input field.
    public struct Field: Sendable {
        public var label: Phrase?
        public var prefix: Phrase?
        public var example: Phrase?
        public var hint: Phrase?
        /// Apple's own names, where the defaults of the kind are not suitable.
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

    /// Answers on a picker wheel.
    public struct Wheel: Sendable {
        public var label: Phrase?
        /// The index of the answer that it initially shows.
        public var preset: Int?

        public init(label: Phrase?, preset: Int?) {
            self.label = label
            self.preset = preset
        }
    }
}
