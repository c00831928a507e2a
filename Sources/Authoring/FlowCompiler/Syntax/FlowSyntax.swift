import Diagnostics
import Expressions

/// One flow as written, with the places of everything.
struct FlowSyntax: Sendable {
    /// The path of its file.
    var file: String
    /// The name that its file gives it.
    var name: String
    /// What stands behind `flow:`.
    var writtenName: Word?
    /// The key `flow`, or the beginning of the file without one.
    var head: Span
    var start: DestinationSyntax?
    var steps: [StepSyntax]
    /// Where the last line that may belong to a step ends.
    var stepsEnd = 0
    /// Whether a step may be missing among them because a line could not be read.
    var areStepsDamaged = false
    /// What it is given when another flow runs it.
    var needs: [NeedSyntax] = []
    /// Whether an input may be missing because a line could not be read.
    var areNeedsDamaged = false
    /// What it gives back at its end.
    var gives: [AssignmentSyntax] = []
    var areGivesDamaged = false
    var anywhere: AnywhereSyntax
    var exits: ExitsSyntax
    /// What is called when the customer closes the conversation.
    var whenClosed: CallSyntax?
    /// Whether its steps could not be read at all, so that nothing can be said about ways through it.
    var isUnreadable: Bool
    /// What its texts are called in translations.
    var textNames = TextNames()
}

/// Words that lead somewhere at any moment.
struct AnywhereSyntax: Sendable {
    struct Line: Sendable {
        var words: [Word]
        /// All of them, as they stand before the colon.
        var source: SourceText
        var destination: DestinationSyntax?
    }

    var lines: [Line] = []
    /// Whether something could not be read: then any word may lead to any step.
    var isDamaged: Bool

    var destinations: [DestinationSyntax] { lines.compactMap(\.destination) }
}

/// One step as written.
struct StepSyntax: Sendable {
    var name: Word
    /// From its name to the end of its last line.
    var span: Span
    /// What it used to be called.
    var was: [Word] = []
    /// The name under which its result is remembered instead of its own.
    var save: Word?
    /// What it does before its one thing, in the order written.
    var openings: [OpeningSyntax]
    var thing: ThingSyntax?
    var then: ThenSyntax?
    var exits: ExitsSyntax
    /// Laid over the message that asks.
    var overlays = OverlaysSyntax()
    /// Whether something in it could not be read: then it is taken to lead everywhere and to answer everything.
    var isDamaged: Bool

    /// The name under which its result is remembered.
    var resultName: String { result.value }

    /// That name where it is written.
    var result: Word { save ?? name }

    /// What the step sets.
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

    /// Whether something is remembered under its name: an answer, or what a call or a flow brought.
    var hasResult: Bool { question != nil || call != nil || run != nil }
}

struct ThenSyntax: Sendable {
    /// The word `then`.
    var key: Span
    var destination: DestinationSyntax
}

/// `say`, `show` and `set`, which come before the one thing of a step.
enum OpeningSyntax: Sendable {
    case say([SayItemSyntax])
    /// A line of it may be missing because it could not be read.
    case set([AssignmentSyntax], isDamaged: Bool)
    case show([CardSyntax])
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
    /// The value, to place what is said about it.
    var source: SourceText
    var span: Span

    /// The fact of the customer that is set, such as `visits`; `nil` for a name of the flow.
    var fact: String? {
        name.value.hasPrefix("customer.") ? String(name.value.dropFirst("customer.".count)) : nil
    }
}

/// The one thing a step does.
enum ThingSyntax: Sendable {
    case ask(QuestionSyntax)
    case when(WhenSyntax)
    case handOver(HandOverSyntax)
    case call(CallSyntax)
    case run(RunSyntax)
    case remind(ReminderSyntax)
    /// Something that could not be read; it has been reported.
    case unreadable
}

struct WhenSyntax: Sendable {
    /// The word `when`.
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
}
