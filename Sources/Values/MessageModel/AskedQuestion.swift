public import Expressions

/// A question as one customer was asked it: all texts filled in, all answers with their ids.
///
/// It is stored while it is open, so that the answer is read against the question as asked even when the flow has
/// changed since.
public struct AskedQuestion: Sendable, Hashable {
    public indirect enum Kind: Sendable, Hashable {
        case choice(AskedChoice)
        case times(AskedTimes)
        case text(AskedText)
        case number(AskedNumber)
        case money(AskedMoney)
        case date(AskedDate)
        case signIn(AskedSignIn)
        case pay(AskedPay)
        case app(AskedApp)
        case photo(AskedPhoto)
        case file(AskedFile)
        case place(AskedPlace)
        case form(AskedForm)
    }

    /// The request identifier.
    public var id: String
    public var prompt: String
    public var bubble: MessageBubble
    /// Whether the bubble has its own title, so that the prompt is sent before it as a text.
    public var hasOwnTitle: Bool
    public var kind: Kind
    /// The word that skips the question; `nil` when it cannot be skipped.
    public var skipWord: String?
    /// Whether only the offered answers themselves and their numbers count as typed answers.
    public var isExact = false

    public init(
        id: String, prompt: String, bubble: MessageBubble, hasOwnTitle: Bool, kind: Kind, skipWord: String? = nil
    ) {
        self.id = id
        self.prompt = prompt
        self.bubble = bubble
        self.hasOwnTitle = hasOwnTitle
        self.kind = kind
        self.skipWord = skipWord
    }
}

/// Answers to choose from.
public struct AskedChoice: Sendable, Hashable {
    public enum Style: String, Sendable { case automatic, buttons, list, cards, numbers }

    public struct Option: Sendable, Hashable {
        public var choice: Choice
        public var image: Picture?
        public var section: String?
        /// Whether at most one answer of its section may be chosen, although the question allows several.
        public var isOneOfSection: Bool
        /// The index, from 0, of the written answer that it comes from.
        public var item: Int

        public init(
            choice: Choice, image: Picture? = nil, section: String? = nil, isOneOfSection: Bool = false, item: Int
        ) {
            self.choice = choice
            self.image = image
            self.section = section
            self.isOneOfSection = isOneOfSection
            self.item = item
        }

        /// The label for the customer.
        public var label: String { choice.shown ?? choice.label }
    }

    public var style: Style
    public var options: [Option]
    public var several: Bool
    public var atLeast: Int
    public var atMost: Int?
    /// The text below a numbered list with multiple choice.
    public var numberHint: String

    public init(
        style: Style, options: [Option], several: Bool, atLeast: Int, atMost: Int?, numberHint: String
    ) {
        self.style = style
        self.options = options
        self.several = several
        self.atLeast = atLeast
        self.atMost = atMost
        self.numberHint = numberHint
    }
}

/// Times to choose from.
public struct AskedTimes: Sendable, Hashable {
    public struct Slot: Sendable, Hashable {
        public var slot: TimesMessage.Slot
        /// The day and the time in the customer's language, for devices without a time picker.
        public var day: String?
        public var time: String?

        public init(slot: TimesMessage.Slot, day: String? = nil, time: String? = nil) {
            self.slot = slot
            self.day = day
            self.time = time
        }
    }

    public var title: String
    public var place: MessagePlace?
    public var offset: Int?
    public var image: Picture?
    public var slots: [Slot]
    /// Answers beside the slots.
    public var beside: [Beside] = []
    /// The words before those answers.
    public var besidePrompt = ""
    /// The slots of earlier pages, which may still be chosen.
    public var earlier: [Slot] = []

    /// An answer that is no time.
    public struct Beside: Sendable, Hashable {
        /// The id of the answer that shows the next slots.
        public static let more = "more"

        public var id: String
        public var label: String

        public init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    public init(title: String, place: MessagePlace?, offset: Int?, image: Picture?, slots: [Slot]) {
        self.title = title
        self.place = place
        self.offset = offset
        self.image = image
        self.slots = slots
    }
}

/// A request for typed text, with its validation.
public struct AskedText: Sendable, Hashable {
    /// The word for the kind in the flow language, such as `email`.
    public var kind: String
    public var atLeast: Int
    public var atMost: Int
    /// A pattern that the whole answer must match.
    public var matches: String?

    public init(kind: String, atLeast: Int, atMost: Int, matches: String?) {
        self.kind = kind
        self.atLeast = atLeast
        self.atMost = atMost
        self.matches = matches
    }
}
