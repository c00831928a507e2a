public import Expressions
public import JSON

/// One message to a customer, in the form that their device shows.
public indirect enum Message: Sendable, Hashable {
    case text(String)
    /// A question with a typed answer, and the controls that a browser adds.
    case prompt(PromptMessage)
    /// Up to five answers to tap: Apple's quick reply.
    case buttons(ButtonsMessage)
    /// Answers in a list, under headings: Apple's list picker.
    case list(ListMessage)
    /// Times to choose from: Apple's time picker.
    case times(TimesMessage)
    /// Signing in: Apple's authentication.
    case signIn(SignInMessage)
    /// Paying: Apple Pay.
    case pay(PayMessage)
    /// An iMessage app.
    case app(AppMessage)
    /// The address of a page for what the device cannot show natively.
    case link(LinkMessage)
    /// Pages to fill in: Apple's form.
    case form(FormMessage)
    /// A card, which asks nothing. A web chat receives it natively; Apple receives each card as one message.
    case card(Card)

    /// The request identifier of the question that the message asks.
    public var question: String? {
        switch self {
        case .text, .card: nil
        case .prompt(let message): message.question
        case .buttons(let message): message.question
        case .list(let message): message.question
        case .times(let message): message.question
        case .signIn(let message): message.question
        case .pay(let message): message.question
        case .app(let message): message.question
        case .link(let message): message.question
        case .form(let message): message.question
        }
    }
}

public struct ButtonsMessage: Sendable, Hashable {
    public struct Item: Sendable, Hashable {
        public var id: String
        public var title: String

        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    public var question: String
    /// Shown in notifications, and after a choice.
    public var summary: String
    /// Two to five.
    public var items: [Item]
    /// Keys of the channel's own form, merged into what the channel writes.
    public var overlay: JSONObject

    public init(question: String, summary: String, items: [Item], overlay: JSONObject = [:]) {
        self.question = question
        self.summary = summary
        self.items = items
        self.overlay = overlay
    }
}

public struct ListMessage: Sendable, Hashable {
    public struct Section: Sendable, Hashable {
        public var title: String
        public var items: [Item]
        /// Whether at most one of them may be chosen, although the list allows several.
        public var takesOne: Bool

        public init(title: String, items: [Item], takesOne: Bool = false) {
            self.title = title
            self.items = items
            self.takesOne = takesOne
        }
    }

    public struct Item: Sendable, Hashable {
        public var id: String
        public var title: String
        public var note: String?
        public var image: Picture?

        public init(id: String, title: String, note: String? = nil, image: Picture? = nil) {
            self.id = id
            self.title = title
            self.note = note
            self.image = image
        }
    }

    public var question: String
    public var bubble: MessageBubble
    public var sections: [Section]
    public var several: Bool
    /// Whether a browser shows the answers as cards side by side.
    public var areCards: Bool

    public init(
        question: String, bubble: MessageBubble, sections: [Section], several: Bool, areCards: Bool = false
    ) {
        self.question = question
        self.bubble = bubble
        self.sections = sections
        self.several = several
        self.areCards = areCards
    }
}

public struct TimesMessage: Sendable, Hashable {
    public struct Slot: Sendable, Hashable {
        public var id: String
        public var start: Moment
        public var duration: TimeLength

        public init(id: String, start: Moment, duration: TimeLength) {
            self.id = id
            self.start = start
            self.duration = duration
        }
    }

    public var question: String
    public var bubble: MessageBubble
    /// The name of the calendar event.
    public var title: String
    public var place: MessagePlace?
    /// Minutes from UTC in which times are shown; `nil` uses the clock of the device.
    public var offset: Int?
    public var image: Picture?
    public var slots: [Slot]

    /// Less than a day in either direction.
    package static let offsets = -1_439...1_439

    public init(
        question: String, bubble: MessageBubble, title: String, place: MessagePlace?, offset: Int?, image: Picture?,
        slots: [Slot]
    ) {
        self.question = question
        self.bubble = bubble
        self.title = title
        self.place = place
        self.offset = offset
        self.image = image
        self.slots = slots
    }
}

/// The appearance of a question's bubble, and of the bubble of its reply.
public struct MessageBubble: Sendable, Hashable {
    public enum Size: String, Sendable { case icon, small, large }

    public var title: String
    public var note: String
    public var image: Picture?
    public var size: Size
    /// The title of the reply's bubble.
    public var reply: String
    /// Texts that only the bubble of an app has.
    public var around: AppTexts?
    /// Keys of the channel's own form, merged into the whole message that the channel writes.
    public var overlay: JSONObject

    /// Texts on the right and around the picture of an app's bubble.
    public struct AppTexts: Sendable, Hashable {
        public var right: String?
        public var rightNote: String?
        public var imageTitle: String?
        public var imageNote: String?

        public init(right: String?, rightNote: String?, imageTitle: String?, imageNote: String?) {
            self.right = right
            self.rightNote = rightNote
            self.imageTitle = imageTitle
            self.imageNote = imageNote
        }
    }

    public init(
        title: String, note: String, image: Picture?, size: Size, reply: String, around: AppTexts? = nil,
        overlay: JSONObject = [:]
    ) {
        self.around = around
        self.title = title
        self.note = note
        self.image = image
        self.size = size
        self.reply = reply
        self.overlay = overlay
    }
}

/// A picture by its path in `Flows/images` or its `https` address.
public struct Picture: Sendable, Hashable {
    public var source: String
    /// The description for screen readers.
    public var alt: String?

    public init(source: String, alt: String?) {
        self.source = source
        self.alt = alt
    }
}

public struct MessagePlace: Sendable, Hashable {
    public var name: String
    /// In degrees.
    public var latitude: Double?
    public var longitude: Double?
    /// In metres.
    public var radius: Double?

    public init(name: String, latitude: Double?, longitude: Double?, radius: Double?) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}
