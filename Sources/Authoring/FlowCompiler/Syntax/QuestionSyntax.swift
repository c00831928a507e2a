import Diagnostics
import Expressions

/// A question as written.
struct QuestionSyntax: Sendable {
    /// The word `ask`.
    var key: Span
    var ask: TextSyntax
    var kind: QuestionKindSyntax
    var bubble: BubbleSyntax
    /// Whether the customer may skip it.
    var isOptional = false
    /// Whether the answer stays out of whatever is kept for people to see.
    var isPrivate = false
}

enum QuestionKindSyntax: Sendable {
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

/// How the bubble of a question looks.
struct BubbleSyntax: Sendable {
    var title: TextSyntax?
    var note: TextSyntax?
    var image: ImageSyntax?
    var size: Located<BubbleSize>?
    var isSizeKnown = true
    var reply: TextSyntax?
    /// What stands on the right and around the picture of an app's bubble.
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
    /// The word `answers`.
    var key: Span
    var style: Located<Style>?
    /// Whether it can be known how they are shown: `as` is readable, or not written.
    var isStyleKnown = true
    var items: [AnswerSyntax]
    var several: Bool
    var atLeast: Located<Int>?
    var atMost: Located<Int>?
    /// Whether an item could not be read.
    var isDamaged: Bool
    /// Whether they stand on a page of a form.
    var isOnPage = false

    enum Style: String, Sendable, CaseIterable { case buttons, list, cards, numbers }
}

struct AnswerSyntax: Sendable {
    var label: TextSyntax
    var note: TextSyntax?
    var image: ImageSyntax?
    var id: TextSyntax?
    var then: DestinationSyntax?
    /// The heading it stands under.
    var section: TextSyntax?
    /// Whether at most one answer of the section may be chosen, where of the question several may.
    var isOneOfSection = false
    /// With `each`, one answer for every item of a list.
    var each: EachSyntax?

    /// The id when nothing in it has to be filled in.
    var constantID: String? { (id ?? label).template.constant }
}

/// What the customer types.
struct TextKindSyntax: Sendable {
    var key: Span
    var kind: TextWord
    var atLeast: Located<Int>?
    var atMost: Located<Int>?
    var matches: Located<Pattern>?
    var field = FieldSyntax()
}

/// The words of `text:`.
enum TextWord: String, Sendable, CaseIterable {
    case oneLine = "one line"
    case severalLines = "several lines"
    case name, email, phone
    case webAddress = "web address"
    case postcode, city, street, code
}

struct TimesSyntax: Sendable {
    /// The word `times`.
    var key: Span
    var source: Source
    var place: PlaceSyntax?
    var zone: Located<ZoneChoice>?
    var title: TextSyntax?
    var image: ImageSyntax?

    enum Source: Sendable {
        /// A list that a name holds.
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
    /// The word `times`.
    var key: Span
    var every: Located<TimeLength>
    var hours: HoursReference
    var lasting: Located<TimeLength>?
    var days: Int
    var notice: TimeLength
    var except: TextSyntax?
    var atMost: Int

    enum HoursReference: Sendable {
        /// Hours of the bot, by their name.
        case named(Word)
        case written([ClosedRange<TimeOfDay>])
        case unreadable
    }
}

/// `where:` a text, a name of a place, or a block with coordinates.
struct PlaceSyntax: Sendable {
    var name: TextSyntax
    var latitude: Located<Double>?
    var longitude: Located<Double>?
    /// Metres.
    var radius: Located<Double>?
}
