import Diagnostics
import Expressions

/// One flow as written, with the locations of all its parts.
struct FlowSyntax: Sendable {
    /// The path of its file.
    var file: String
    /// The name according to its file.
    var name: String
    /// The value of `flow:`.
    var writtenName: Word?
    /// The key `flow`, otherwise the beginning of the file.
    var head: Span
    var start: DestinationSyntax?
    var steps: [StepSyntax]
    /// The end of the last line that may belong to a step.
    var stepsEnd = 0
    /// Whether a step may be missing because a line could not be read.
    var areStepsDamaged = false
    /// Its inputs when another flow runs it.
    var needs: [NeedSyntax] = []
    /// Whether an input may be missing because a line could not be read.
    var areNeedsDamaged = false
    /// Its results.
    var gives: [AssignmentSyntax] = []
    var areGivesDamaged = false
    var anywhere: AnywhereSyntax
    var exits: ExitsSyntax
    /// Called when the customer closes the conversation.
    var whenClosed: CallSyntax?
    /// The tables that it declares.
    var results = ResultsSyntax()
    /// Whether its steps could not be read at all, so that nothing is known about paths through it.
    var isUnreadable: Bool
    /// The names of its texts in translations.
    var textNames = TextNames()
}

/// Words that lead to a destination from every question.
struct AnywhereSyntax: Sendable {
    struct Line: Sendable {
        var words: [Word]
        /// All of the words, as they are before the colon, without `contains`.
        var source: SourceText
        /// Whether the words are looked for inside what customers write.
        var isContained = false
        var destination: DestinationSyntax?
    }

    var lines: [Line] = []
    /// Whether a part could not be read: then any word may lead to any step.
    var isDamaged: Bool

    var destinations: [DestinationSyntax] { lines.compactMap(\.destination) }
}

/// One step as written.
struct StepSyntax: Sendable {
    var name: Word
    /// From its name to the end of its last line.
    var span: Span
    /// Its former names.
    var was: [Word] = []
    /// The name that holds its result, instead of its own.
    var save: Word?
    /// What it does before its action, in the order written.
    var openings: [OpeningSyntax]
    var thing: ThingSyntax?
    var then: ThenSyntax?
    @Boxed var exits: ExitsSyntax
    /// The overlays of the message that asks its question.
    @Boxed var overlays = OverlaysSyntax()
    /// Whether a part of it could not be read: then it is assumed to lead everywhere and to answer everything.
    var isDamaged: Bool

    /// The name that holds its result.
    var resultName: String { result.value }

    /// That name with its location.
    var result: Word { save ?? name }

    /// The assignments of the step.
    var assignments: [AssignmentSyntax] { openings.flatMap(\.assignments) }

    var question: QuestionSyntax? {
        if case .ask(let question) = thing { question } else { nil }
    }

    var call: CallSyntax? {
        if case .call(let call) = thing { call } else { nil }
    }

    var run: RunSyntax? {
        if case .run(let run) = thing { run } else { nil }
    }

    var reminder: ReminderSyntax? {
        if case .remind(let reminder) = thing { reminder } else { nil }
    }

    /// Whether its name holds a result: an answer, or the results of a call or a flow.
    var hasResult: Bool { question != nil || call != nil || run != nil }
}

struct ThenSyntax: Sendable {
    /// The location of the key `then`.
    var key: Span
    var destination: DestinationSyntax
}

/// `say`, `show`, `set` and `stop_reminding`, which come before the action of a step.
enum OpeningSyntax: Sendable {
    case say([SayItemSyntax])
    /// The names of the reminders to be removed.
    case stopReminding([TextSyntax])
    /// The answers or the times whose slots are given back.
    case giveBack([GivenBackSyntax])
    /// A line of it may be missing because it could not be read.
    case set([AssignmentSyntax], isDamaged: Bool)
    case show([CardSyntax])
}

/// Whose slots `give_back` gives back.
enum GivenBackSyntax: Sendable {
    /// The newest slot of the answer with this name.
    case answer(Word)
    /// Those that begin at a time, given by its name in braces.
    case time(TextSyntax)

    var time: TextSyntax? {
        if case .time(let text) = self { text } else { nil }
    }
}

extension OpeningSyntax {
    var assignments: [AssignmentSyntax] {
        if case .set(let assignments, _) = self { assignments } else { [] }
    }
}

enum SayItemSyntax: Sendable {
    case text(TextSyntax)
    /// One message with a line for each item.
    case lines(EachSyntax, line: TextSyntax, ifEmpty: TextSyntax?)
}

struct AssignmentSyntax: Sendable {
    var name: Word
    var value: AssignedSyntax
    /// The value, for the locations of diagnostics.
    var source: SourceText
    var span: Span
    /// The fields of a record, with the locations of their values.
    var fields: [AssignmentSyntax] = []

    /// The assignment, or those of the fields of its record, whose values have locations of their own.
    var ofFields: [AssignmentSyntax] { fields.isEmpty ? [self] : fields.flatMap(\.ofFields) }

    /// Whether it chooses the language of the conversation, which is no name of the flow.
    var isLanguage: Bool { name.value == "language" }

    /// The fact about the customer that is set, such as `visits`; `nil` for a name of the flow.
    var fact: String? {
        name.value.hasPrefix("customer.") ? String(name.value.dropFirst("customer.".count)) : nil
    }
}

/// The action of a step.
indirect enum ThingSyntax: Sendable {
    case ask(QuestionSyntax)
    case when(WhenSyntax)
    case handOver(HandOverSyntax)
    case call(CallSyntax)
    case run(RunSyntax)
    case remind(ReminderSyntax)
    /// An action that could not be read; it has been reported.
    case unreadable
}

struct WhenSyntax: Sendable {
    /// The location of the key `when`.
    var key: Span
    var lines: [Line]
    var otherwise: DestinationSyntax?
    /// Whether a line could not be read.
    var isDamaged: Bool

    struct Line: Sendable {
        var condition: ConditionSyntax
        var source: SourceText
        var span: Span
        var destination: DestinationSyntax
    }
}

struct HandOverSyntax: Sendable {
    var queue: Word
    var note: TextSyntax?
    var ifAway: DestinationSyntax?
    /// Sent once the conversation is with the people.
    var meanwhile: TextSyntax?
    var unanswered: UnansweredSyntax?
}
