import Diagnostics
import Expressions

/// A question as written.
struct QuestionSyntax: Sendable {
    /// The location of the key `ask`.
    var key: Span
    var ask: TextSyntax
    var kind: QuestionKindSyntax
    @Boxed var bubble: BubbleSyntax
    /// Whether the customer may skip it.
    var isOptional = false
    /// Whether the answer is kept out of logs and other records.
    var isPrivate = false
    /// Whether a typed answer must be one of those that are offered.
    var isExact = false
}

indirect enum QuestionKindSyntax: Sendable {
    case answers(AnswersSyntax)
    case times(TimesSyntax)
    case text(TextKindSyntax)
    case number(NumberKindSyntax)
    case money(MoneyKindSyntax)
    case date(DateKindSyntax)
    case signIn(SignInKindSyntax)
    case pay(PayKindSyntax)
    case app(AppKindSyntax)
    case photo(PhotoKindSyntax)
    case file(FileKindSyntax)
    case place(PlaceKindSyntax)
    case form(FormSyntax)
    /// A kind that is missing or could not be read; it has been reported.
    case unreadable
}

/// What the kinds have in common, for everything that treats several of them alike.
extension QuestionKindSyntax {
    /// The labels and settings of the input field; `nil` for kinds whose answer is not typed.
    var field: FieldSyntax? {
        switch self {
        case .text(let text): text.field
        case .number(let number): number.field
        case .money(let money): money.field
        case .date(let date): date.field
        case .answers, .times, .signIn, .pay, .app, .photo, .file, .place, .form, .unreadable: nil
        }
    }

    /// Whether it opens something that the customer can dismiss without an answer: a form, a sign-in, a payment sheet.
    /// One that could not be read may be such a kind.
    var canBeCancelled: Bool {
        switch self {
        case .signIn, .pay, .form, .unreadable: true
        case .answers, .times, .text, .number, .money, .date, .app, .photo, .file, .place: false
        }
    }

    /// Whether a failure of its service is stored under the name of the question as `problem`.
    var leavesProblem: Bool {
        switch self {
        case .signIn, .pay: true
        case .answers, .times, .text, .number, .money, .date, .app, .photo, .file, .place, .form, .unreadable: false
        }
    }
}

/// The appearance of a question's bubble.
struct BubbleSyntax: Sendable {
    var title: TextSyntax?
    var note: TextSyntax?
    var image: ImageSyntax?
    var size: Located<BubbleSize>?
    var isSizeKnown = true
    var reply: TextSyntax?
    /// The texts on the right and around the picture of an app's bubble.
    var right: TextSyntax?
    var rightNote: TextSyntax?
    var imageTitle: TextSyntax?
    var imageNote: TextSyntax?

    /// The texts that only an app's bubble has.
    var textsOfApps: [TextSyntax] { [right, rightNote, imageTitle, imageNote].compactMap { $0 } }
}

enum BubbleSize: String, Sendable, CaseIterable { case icon, small, large }

/// A picture: a path in `Flows/images`, an address, or a name.
struct ImageSyntax: Sendable {
    var source: TextSyntax
    var alt: TextSyntax?
}

struct AnswersSyntax: Sendable {
    /// The location of the key `answers`.
    var key: Span
    var style: Located<Style>?
    /// Whether the presentation is known: `as` is readable, or absent.
    var isStyleKnown = true
    var items: [AnswerSyntax]
    var several: Bool
    var atLeast: Located<Int>?
    var atMost: Located<Int>?
    /// Whether an item could not be read.
    var isDamaged: Bool
    /// Whether they are on a page of a form.
    var isOnPage = false

    enum Style: String, Sendable, CaseIterable { case buttons, list, cards, numbers }
}

struct AnswerSyntax: Sendable {
    var label: TextSyntax
    var note: TextSyntax?
    var image: ImageSyntax?
    var id: TextSyntax?
    var then: DestinationSyntax?
    /// The heading above it.
    var section: TextSyntax?
    /// Whether at most one answer of the section may be chosen, although the question allows several.
    var isOneOfSection = false
    /// With `each`, one answer for every item of a list.
    var each: EachSyntax?

    /// The id, if it contains no names.
    var constantID: String? { (id ?? label).template.constant }
}

/// A typed text.
struct TextKindSyntax: Sendable {
    var key: Span
    var kind: TextWord
    var atLeast: Located<Int>?
    var atMost: Located<Int>?
    var matches: Located<Pattern>?
    var field = FieldSyntax()
}

/// The values of `text:`.
enum TextWord: String, Sendable, CaseIterable {
    case oneLine = "one line"
    case severalLines = "several lines"
    case name, email, phone
    case webAddress = "web address"
    case postcode, city, street, code
}

struct TimesSyntax: Sendable {
    /// The location of the key `times`.
    var key: Span
    var source: Source
    var place: PlaceSyntax?
    var zone: Located<ZoneChoice>?
    var title: TextSyntax?
    var image: ImageSyntax?
    /// Answers beside the times.
    var beside: [AnswerSyntax] = []
    /// Whether one of them could not be read.
    var isBesideDamaged = false

    enum Source: Sendable {
        /// A name that holds a list.
        case name(TextSyntax)
        case slots([SlotSyntax])
        case rule(TimesRuleSyntax)
        case unreadable
    }

    enum ZoneChoice: Sendable, Hashable {
        case zone(Zone)
        /// The clock of the customer's device.
        case customer
    }
}

struct SlotSyntax: Sendable {
    var date: CalendarDate
    var time: TimeOfDay
    var length: TimeLength
    var span: Span
}

struct TimesRuleSyntax: Sendable {
    /// The location of the key `times`.
    var key: Span
    var every: Located<TimeLength>
    var hours: HoursReference
    var lasting: Located<TimeLength>?
    var days: Int
    var notice: TimeLength
    var except: TextSyntax?
    var atMost: Int
    /// Names instead of constants.
    var everyName: TextSyntax?
    var lastingName: TextSyntax?
    var from: TextSyntax?
    /// The label of the answer that shows the next slots.
    var more: TextSyntax?
    /// Whether a number or a length in it could not be read.
    var isDamaged = false
    var places: Int?
    var calendar: Word?
    var hold: TimeLength?

    enum HoursReference: Sendable {
        /// Hours of the bot, by name.
        case named(Word)
        case written([ClosedRange<TimeOfDay>])
        case unreadable
    }
}

/// `where:` a text, a name that holds a place, or a block with coordinates.
struct PlaceSyntax: Sendable {
    var name: TextSyntax
    var latitude: Located<Double>?
    var longitude: Located<Double>?
    /// In metres.
    var radius: Located<Double>?
}
