public import Expressions

/// Pages that are filled in together, with everything that a device or a question on its own needs of them.
public struct AskedForm: Sendable, Hashable {
    /// In the order written; ways only lead further down.
    public var pages: [Page]
    public var intro: Intro?
    /// Whether the customer sees all answers once more before they are sent.
    public var hasSummary: Bool
    /// Whether the answers are nobody's business.
    public var isPrivate: Bool
    /// What a summary on a device without forms offers.
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

    /// What is shown before the first page.
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

        /// The page as it is asked alone; its id is the page's name.
        public var question: AskedQuestion
        /// In bold above it.
        public var title: String?
        /// Where an answer leads that has no way of its own.
        public var next: Target
        /// The ways of the written answers, by their places; those without one go on to `next`. Empty when none has one.
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
        /// The id of the answer by which a page of answers is skipped on a device with forms. No answer is called so.
        public var skipID: String { "\(name)/skip" }
        /// What stands before the place where something is typed; for money its currency, unless something else is written.
        public var prefix: String? {
            if let prefix = field.prefix { return prefix }
            if case .money(let money) = question.kind { return money.currency.code }
            return nil
        }
        /// What it is called in a summary. Not its title: several pages may stand under the same.
        public var label: String { question.prompt }

        /// Where an answer leads.
        public func target(of value: Value) -> Target {
            guard case .choice(let choice) = question.kind, case .choice(let chosen) = value,
                let item = choice.options.first(where: { $0.choice.id == chosen.id })?.item, ways.indices.contains(item)
            else { return next }
            return ways[item] ?? next
        }
    }

    /// What stands around the place where something is typed.
    public struct Field: Sendable, Hashable {
        public var label: String?
        public var prefix: String?
        public var example: String?
        public var hint: String?
        /// Apple's own names, where those that go with the kind are not right.
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

    /// Answers on a wheel that is turned.
    public struct Wheel: Sendable, Hashable {
        public var label: String?
        /// The id of the answer that it shows first.
        public var preset: String?

        public init(label: String?, preset: String?) {
            self.label = label
            self.preset = preset
        }
    }

    /// The days of a calendar, as on the day when it was asked.
    public struct Days: Sendable, Hashable {
        public var first: CalendarDate?
        public var last: CalendarDate?
        /// The day that it shows first.
        public var preset: CalendarDate?
        /// How days are written, as a Unicode date pattern.
        public var format: String?

        public init(first: CalendarDate?, last: CalendarDate?, preset: CalendarDate?, format: String?) {
            self.first = first
            self.last = last
            self.preset = preset
            self.format = format
        }
    }
}
