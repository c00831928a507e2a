import Diagnostics
import Expressions

/// `bot.yaml` as written.
struct BotSyntax: Sendable {
    var file: String
    var name: TextSyntax?
    var business: TextSyntax?
    var zone: Zone
    var currency: Currency?
    var region: RegionCode?
    var languages: [Word]
    var start: DestinationSyntax?
    var notice: TextSyntax?
    var entries: EntriesSyntax
    var expires: TimeLength
    var oldTaps: OldTapsWord
    var anywhere: AnywhereSyntax
    var exits: ExitsSyntax
    var hours: [WeekSyntax]
    var people: [QueueSyntax]
    /// What is kept of customers.
    var facts: [FactSyntax]
    /// Whether a fact may be missing because a line could not be read.
    var areFactsDamaged: Bool
    /// Whether a week may be missing because a line could not be read.
    var areHoursDamaged: Bool
    /// Whether a queue may be missing.
    var arePeopleDamaged: Bool
    /// The bot's own small texts, by their key.
    var texts: [(key: Word, text: TextSyntax)]
    /// The first line, for what concerns the whole file.
    var head: Span

    /// What its texts are called in translations.
    var textNames = TextNames()

    /// How words in flows are read.
    var context: ReadingContext { ReadingContext(currency: currency, zone: zone) }
}

/// The words of `old_taps`.
enum OldTapsWord: String, Sendable, CaseIterable {
    case explain
    case goBack = "go back"
}

/// A named week.
struct WeekSyntax: Sendable {
    var name: Word
    var lines: [Line]
    /// Whether a line could not be read.
    var isDamaged = false

    struct Line: Sendable {
        var days: Days
        /// Empty is closed.
        var hours: [ClosedRange<TimeOfDay>]
    }

    enum Days: Sendable {
        case weekdays([Weekday])
        case dates(ClosedRange<CalendarDate>)
    }
}

/// A queue of people.
struct QueueSyntax: Sendable {
    var name: Word
    var hours: Word?
    var address: String?
}
