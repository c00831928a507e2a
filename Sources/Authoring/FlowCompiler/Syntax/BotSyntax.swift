import Diagnostics
import Expressions
import FlowModel

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
    /// Whether the bot begins the conversation when the page of the web chat opens.
    var greetsOnWeb = false
    var hours: [WeekSyntax]
    var people: [QueueSyntax]
    /// The texts that people at the desk choose from.
    var replies: [ReplySyntax] = []
    /// The stored facts about customers.
    var facts: [FactSyntax]
    /// Whether a fact may be missing because a line could not be read.
    var areFactsDamaged: Bool
    /// Whether a week may be missing because a line could not be read.
    var areHoursDamaged: Bool
    /// Whether a queue may be missing.
    var arePeopleDamaged: Bool
    /// The bot's own short texts, by key.
    var texts: [(key: Word, text: TextSyntax)]
    /// The first line, for diagnostics about the whole file.
    var head: Span

    /// The records that types may refer to.
    var records: [String: ValueType] = [:]
    /// Whether a record may be missing because a line could not be read.
    var areRecordsDamaged = false
    /// The tables that every flow may use.
    var results = ResultsSyntax()
    /// The events from outside.
    var events = EventsSyntax()

    /// The names of its texts in translations.
    var textNames = TextNames()

    /// The context for reading words in flows.
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
    /// Where its clock is; `nil` for that of the bot.
    var zone: Zone?
    /// Whether a line could not be read.
    var isDamaged = false

    struct Line: Sendable {
        var days: Days
        /// An empty list is closed.
        var hours: [ClosedRange<TimeOfDay>]
        /// The location of the days.
        var span: Span
    }

    enum Days: Sendable {
        case weekdays([Weekday])
        case dates(ClosedRange<CalendarDate>)
        /// Days of every year.
        case yearly(YearDays)
    }
}

/// A text that people at the desk choose instead of typing it.
struct ReplySyntax: Sendable {
    var name: Word
    var text: TextSyntax?
    var shortcut: Word?
    var queue: Word?
}

/// A queue of human agents.
struct QueueSyntax: Sendable {
    var name: Word
    var hours: Word?
    var address: String?
}
