public import Expressions

/// Pages that are filled in together, with everything that a device needs, or that asking each page as a separate
/// question needs.
public struct AskedForm: Sendable, Hashable {
    /// In the order written; transitions only lead to later pages.
    public var pages: [Page]
    public var intro: Intro?
    /// Whether the customer reviews all answers before they are sent.
    public var hasSummary: Bool
    /// Whether the answers are private.
    public var isPrivate: Bool
    /// The label for sending, in the summary on a device without forms.
    public var sendWord: String
    public var changeWord: String

    public init(
        pages: [Page], intro: Intro?, hasSummary: Bool, isPrivate: Bool = false, sendWord: String, changeWord: String
    ) {
        self.pages = pages
        self.intro = intro
        self.hasSummary = hasSummary
        self.isPrivate = isPrivate
        self.sendWord = sendWord
        self.changeWord = changeWord
    }

    public func page(named name: String) -> Page? { pages.first { $0.name == name } }

    /// Shown before the first page.
    public struct Intro: Sendable, Hashable {
        public var title: String?
        public var text: String?
        public var button: String
        public var image: Picture?

        public init(title: String?, text: String?, button: String, image: Picture?) {
            self.title = title
            self.text = text
            self.button = button
            self.image = image
        }
    }

    /// One page.
    public struct Page: Sendable, Hashable {
        public enum Target: Sendable, Hashable {
            /// A page by its name.
            case page(String)
            case send
        }

        /// The page as a separate question; its id is the page's name.
        public var question: AskedQuestion
        /// Shown in bold above the page.
        public var title: String?
        /// The target of answers that have none of their own.
        public var next: Target
        /// The targets of the written answers, by index; answers without one continue at `next`. Empty when no answer
        /// has one.
        public var ways: [Target?]
        public var field: Field
        public var wheel: Wheel?
        public var days: Days?

        public init(
            question: AskedQuestion, title: String?, next: Target, ways: [Target?] = [], field: Field = Field(),
            wheel: Wheel? = nil, days: Days? = nil
        ) {
            self.question = question
            self.title = title
            self.next = next
            self.ways = ways
            self.field = field
            self.wheel = wheel
            self.days = days
        }

        public var name: String { question.id }
        public var isOptional: Bool { question.skipWord != nil }
        /// The id of the answer that skips a page of choices on a device with forms. No other answer has this id.
        public var skipID: String { "\(name)/skip" }
        /// The text before the input field; for money its currency, unless the author wrote another text.
        public var prefix: String? {
            if let prefix = field.prefix { return prefix }
            if case .money(let money) = question.kind { return money.currency.code }
            return nil
        }
        /// The label in a summary. Not the title: several pages may share one.
        public var label: String { question.prompt }

        /// The target of an answer.
        public func target(of value: Value) -> Target {
            guard case .choice(let choice) = question.kind, case .choice(let chosen) = value,
                let item = choice.options.first(where: { $0.choice.id == chosen.id })?.item, ways.indices.contains(item)
            else { return next }
            return ways[item] ?? next
        }
    }

    /// The labels and settings of an input field.
    public struct Field: Sendable, Hashable {
        public var label: String?
        public var prefix: String?
        public var example: String?
        public var hint: String?
        /// Apple's own names, where the defaults of the kind are not suitable.
        public var keyboard: String?
        public var content: String?

        public init(
            label: String? = nil, prefix: String? = nil, example: String? = nil, hint: String? = nil,
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
    public struct Wheel: Sendable, Hashable {
        public var label: String?
        /// The id of the answer that it initially shows.
        public var preset: String?

        public init(label: String?, preset: String?) {
            self.label = label
            self.preset = preset
        }
    }

    /// The days of a calendar, as of the day when the question was asked.
    public struct Days: Sendable, Hashable {
        public var first: CalendarDate?
        public var last: CalendarDate?
        /// The day that it initially shows.
        public var preset: CalendarDate?
        /// The date format, as a Unicode date pattern.
        public var format: String?

        public init(first: CalendarDate?, last: CalendarDate?, preset: CalendarDate?, format: String?) {
            self.first = first
            self.last = last
            self.preset = preset
            self.format = format
        }
    }
}
