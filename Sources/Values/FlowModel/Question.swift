public import Expressions

/// A question as the flow asks it, independent of customer and device.
public struct Question: Sendable {
    /// The name that holds the answer.
    public var name: String
    public var ask: Phrase
    public var bubble: Bubble
    public var kind: Kind
    /// `nil` waits indefinitely.
    public var silent: SilentExit?
    public var other: OtherExit
    /// For when the customer dismisses the question; `nil` takes the exit for failures.
    public var cancelled: PlainExit?
    /// For when the device can only show a fallback form, or the question has nothing to offer and no exit for that;
    /// `nil` shows that form, and takes the exit for failures when there is nothing to show.
    public var unable: PlainExit?
    /// For when the question has nothing to offer: the list of its answers is empty, or no time is free.
    public var empty: PlainExit?
    /// For events from outside, while the question is open.
    public var events: [EventExit] = []
    /// Whether the customer may skip the question, which leaves the answer empty.
    public var isOptional: Bool
    /// Whether the answer is kept out of logs and replays.
    public var isPrivate: Bool
    /// The destination of answers that have none of their own.
    public var then: Destination?
    /// Merged into the message that asks the question.
    public var overlays = Overlays()
    /// Whether typed answers must be the offered ones, or their numbers.
    public var isExact = false

    public init(
        name: String, ask: Phrase, bubble: Bubble, kind: Kind, silent: SilentExit?, other: OtherExit,
        cancelled: PlainExit? = nil, unable: PlainExit? = nil, isOptional: Bool = false, isPrivate: Bool = false,
        then: Destination?
    ) {
        self.name = name
        self.ask = ask
        self.bubble = bubble
        self.kind = kind
        self.silent = silent
        self.other = other
        self.cancelled = cancelled
        self.unable = unable
        self.isOptional = isOptional
        self.isPrivate = isPrivate
        self.then = then
    }

    public indirect enum Kind: Sendable {
        case choice(ChoiceQuestion)
        case times(TimesQuestion)
        case text(TextQuestion)
        case number(NumberQuestion)
        case money(MoneyQuestion)
        case date(DateQuestion)
        case signIn(SignInQuestion)
        case pay(PayQuestion)
        case app(AppQuestion)
        case photo(PhotoQuestion)
        case file(FileQuestion)
        case place(PlaceQuestion)
        case form(FormQuestion)
    }
}

/// What the kinds have in common, for everything that treats several of them alike.
extension Question.Kind {
    /// Whether it opens a service on the device.
    public var isService: Bool {
        switch self {
        case .signIn, .pay, .app: true
        case .choice, .times, .text, .number, .money, .date, .photo, .file, .place, .form: false
        }
    }

    /// Whether the answer comes from the service itself, on a way other than the customer's messages.
    public var isReportedByService: Bool {
        switch self {
        case .signIn, .pay: true
        case .choice, .times, .text, .number, .money, .date, .app, .photo, .file, .place, .form: false
        }
    }
}

/// The appearance of a question's bubble.
public struct Bubble: Sendable {
    public enum Size: String, Sendable { case icon, small, large }

    public var title: Phrase?
    public var note: Phrase?
    public var image: Image?
    public var size: Size?
    public var reply: Phrase?
    /// The texts on the right and around the picture of an app's bubble.
    public var right: Phrase?
    public var rightNote: Phrase?
    public var imageTitle: Phrase?
    public var imageNote: Phrase?

    public init(title: Phrase?, note: Phrase?, image: Image?, size: Size?, reply: Phrase?) {
        self.title = title
        self.note = note
        self.image = image
        self.size = size
        self.reply = reply
    }
}

/// A picture: a path in `Flows/images` or an address, which may contain names.
public struct Image: Sendable {
    public var source: Phrase
    /// The description for screen readers.
    public var alt: Phrase?

    public init(source: Phrase, alt: Phrase?) {
        self.source = source
        self.alt = alt
    }
}

/// A question with answers to choose from.
public struct ChoiceQuestion: Sendable {
    public enum Style: String, Sendable { case automatic, buttons, list, cards, numbers }

    public var style: Style
    public var items: [Item]
    public var several: Bool
    public var atLeast: Int
    public var atMost: Int?

    public init(style: Style, items: [Item], several: Bool, atLeast: Int, atMost: Int?) {
        self.style = style
        self.items = items
        self.several = several
        self.atLeast = atLeast
        self.atMost = atMost
    }

    /// An answer, or with `each` one for every item of a list.
    public struct Item: Sendable {
        public var label: Phrase
        public var note: Phrase?
        public var image: Image?
        public var id: Phrase?
        public var section: Phrase?
        /// Whether at most one answer of its section may be chosen, although the question allows several.
        public var isOneOfSection: Bool
        public var then: Destination?
        public var each: Each?

        public init(
            label: Phrase, note: Phrase?, image: Image?, id: Phrase?, section: Phrase?, isOneOfSection: Bool = false,
            then: Destination?, each: Each?
        ) {
            self.label = label
            self.note = note
            self.image = image
            self.id = id
            self.section = section
            self.isOneOfSection = isOneOfSection
            self.then = then
            self.each = each
        }
    }
}

/// A question for a time.
public struct TimesQuestion: Sendable {
    public enum Source: Sendable {
        /// A name that holds a list of times.
        case name(Name)
        case slots([TimeSlot])
        case rule(TimesRule)
    }

    public var source: Source
    public var place: EventPlace?
    /// The zone in which times are shown; `nil` uses the clock of the customer's device.
    public var zone: Zone?
    public var title: Phrase?
    public var image: Image?
    /// Answers beside the slots, such as "None of these".
    public var beside: [BesideAnswer] = []

    /// An answer that is no time: the question's name stays empty.
    public struct BesideAnswer: Sendable {
        public var label: Phrase
        public var then: Destination

        public init(label: Phrase, then: Destination) {
            self.label = label
            self.then = then
        }
    }

    public init(source: Source, place: EventPlace?, zone: Zone?, title: Phrase?, image: Image?) {
        self.source = source
        self.place = place
        self.zone = zone
        self.title = title
        self.image = image
    }
}

/// The location of an event.
public struct EventPlace: Sendable {
    public var name: Phrase
    public var latitude: Double?
    public var longitude: Double?
    /// In metres.
    public var radius: Double?

    public init(name: Phrase, latitude: Double?, longitude: Double?, radius: Double?) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}

/// Slots by a rule: at this interval, within these hours, for this many days.
public struct TimesRule: Sendable {
    public enum Hours: Sendable {
        /// Opening hours of the bot, by index.
        case week(Int)
        case every([ClosedRange<TimeOfDay>])
    }

    public var every: TimeLength
    public var hours: Hours
    public var lasting: TimeLength
    /// The number of days ahead.
    public var days: Int
    /// The shortest time from now to the first slot.
    public var notice: TimeLength
    /// A list of times that are not available.
    public var except: Name?
    /// The largest number of slots that is offered.
    public var atMost: Int
    /// A date from which on slots are offered, if that is not today.
    public var from: Name?
    /// Names that hold the distance and the length of the slots, instead of constants.
    public var everyName: Name?
    public var lastingName: Name?
    /// The label of the answer that shows the slots after those that are offered.
    public var more: Phrase?
    /// How many customers can have a slot; then choosing one takes it. `nil` takes nothing.
    public var places: Places?

    /// Slots that customers take from each other.
    public struct Places: Sendable, Hashable {
        public var count: Int
        /// Questions of the same calendar share their slots.
        public var calendar: String
        /// How long a slot is kept for a conversation that does not end; `nil` keeps it until it is given back.
        public var hold: TimeLength?

        public init(count: Int, calendar: String, hold: TimeLength?) {
            self.count = count
            self.calendar = calendar
            self.hold = hold
        }
    }

    public init(
        every: TimeLength, hours: Hours, lasting: TimeLength, days: Int, notice: TimeLength, except: Name?, atMost: Int
    ) {
        self.every = every
        self.hours = hours
        self.lasting = lasting
        self.days = days
        self.notice = notice
        self.except = except
        self.atMost = atMost
    }
}

/// A question that the customer answers by typing.
public struct TextQuestion: Sendable {
    public enum Kind: String, Sendable {
        case oneLine = "one line"
        case severalLines = "several lines"
        case name, email, phone
        case webAddress = "web address"
        case postcode, city, street, code
    }

    public var kind: Kind
    /// In characters.
    public var atLeast: Int
    public var atMost: Int
    public var matches: Pattern?

    public init(kind: Kind, atLeast: Int, atMost: Int, matches: Pattern?) {
        self.kind = kind
        self.atLeast = atLeast
        self.atMost = atMost
        self.matches = matches
    }
}
