import Diagnostics
import Expressions

/// All edges between steps.
struct StepGraph: Sendable {
    struct Way: Sendable {
        enum Kind: Sendable, Hashable {
            /// The step continues without waiting for an answer.
            case then
            /// The customer answers; with the label when only that answer takes this edge.
            case answer(String?)
            /// A line of a `when`, by its index; the last is `otherwise`.
            case line(Int)
            /// The step runs a nested flow, at whose start the edge ends; `then` follows the end of that flow.
            case runs
            /// The customer skips an optional question.
            case skipped
            /// An answer beside the slots, by its label: the name stays empty.
            case beside(String)
            case silent, other, failed, away
            /// None of the people has answered.
            case unanswered
            /// A reminder is due.
            case reminder
            /// The customer dismisses a form, a sign-in or a payment sheet.
            case cancelled
            /// The device cannot show the question, or it has nothing to offer and no exit for that.
            case unable
            /// The question has nothing to offer.
            case empty
            /// An event from outside, by its name.
            case event(String)
            /// A failure that is followed by a retry; the number of retries is limited.
            case retry
        }

        let from: StepID
        let target: Target
        let kind: Kind
        /// Whether the exit belongs to the flow or the bot: it may be taken before any answer.
        let isInherited: Bool
        /// Whether it belongs to bot.yaml, where `end` ends the conversation regardless of nesting.
        let isOfBot: Bool
        let destination: DestinationSyntax

        /// Whether the edge is possible without silence or failure.
        var isOrdinary: Bool {
            switch kind {
            case .silent, .other, .failed, .retry, .unable, .empty, .reminder, .unanswered, .event: false
            default: true
            }
        }

        var step: StepID? {
            if case .step(let step) = target { step } else { nil }
        }
    }

    /// The edges from each step, in the order written.
    private(set) var ways: [StepID: [Way]] = [:]
    /// Steps with a part that could not be read, or with an unresolved destination: they are assumed to lead
    /// everywhere.
    private(set) var leadsEverywhere: Set<StepID> = []
    /// The unresolved destinations of each step.
    private(set) var unresolved: [StepID: [DestinationSyntax]] = [:]
    private var opaque: Set<StepID> = []

    init(_ project: Project) {
        for id in project.stepIDs {
            var builder = WayBuilder(project: project, id: id)
            builder.build()
            ways[id] = builder.ways
            if builder.isOpaque || project.step(id).isDamaged { opaque.insert(id) }
            if !builder.unresolved.isEmpty { unresolved[id] = builder.unresolved }
            if opaque.contains(id) || !builder.unresolved.isEmpty { leadsEverywhere.insert(id) }
        }
    }

    /// Whether the destinations of the step are unknown.
    func isOpaque(_ id: StepID) -> Bool { opaque.contains(id) }

    func ways(from id: StepID) -> [Way] { ways[id] ?? [] }
}

/// Finds the edges from one step.
private struct WayBuilder {
    let project: Project
    let id: StepID
    var ways: [StepGraph.Way] = []
    var unresolved: [DestinationSyntax] = []
    var isOpaque = false

    mutating func build() {
        let step = project.step(id)
        switch step.thing {
        case .ask(let question):
            answers(question, step)
            exits()
        case .when(let when):
            for (index, line) in when.lines.enumerated() { add(line.destination, .line(index)) }
            if let otherwise = when.otherwise { add(otherwise, .line(when.lines.count)) }
            if when.isDamaged { isOpaque = true }
        case .handOver(let handOver):
            if let away = handOver.ifAway { add(away, .away) }
            if let then = step.then { add(then.destination, .then) }
            if let then = handOver.unanswered?.then { add(then, .unanswered) }
        case .call: go(step.then, .then)
        case .run(let run):
            add(run.start, .runs)
            go(step.then, .then)
        case .remind(let reminder):
            go(step.then, .then)
            if let go = reminder.go { add(go, .reminder) }
        case .unreadable:
            isOpaque = true
        case nil:
            go(step.then, .then)
        }
        failure(step)
    }

    private mutating func answers(_ question: QuestionSyntax, _ step: StepSyntax) {
        guard case .answers(let answers) = question.kind else {
            if case .unreadable = question.kind { isOpaque = true }
            go(step.then, .answer(nil))
            if case .times(let times) = question.kind {
                for item in times.beside {
                    if let then = item.then { add(then, .beside(item.label.source.string)) }
                }
                if times.isBesideDamaged { isOpaque = true }
            }
            if question.isOptional, let then = step.then { add(then.destination, .skipped) }
            return
        }
        var needsThen = answers.items.isEmpty
        for item in answers.items {
            if let then = item.then {
                add(then, .answer(item.label.template.constant ?? item.label.source.string))
            } else {
                needsThen = true
            }
        }
        if answers.isDamaged { isOpaque = true }
        let accepts = if case .accept? = project.other(id)?.exit.content { true } else { false }
        if needsThen || accepts && step.then != nil { go(step.then, .answer(nil)) }
    }

    /// Follows a required `then`; the intended destination of a missing one is unknown.
    private mutating func go(_ then: ThenSyntax?, _ kind: StepGraph.Way.Kind) {
        if let then { add(then.destination, kind) } else { isOpaque = true }
    }

    private mutating func exits() {
        if let silent = project.silent(id), let block = silent.exit.block {
            add(block.then, .silent, in: silent.flow, isInherited: silent.level != .step)
        }
        if let other = project.other(id), case .block(_, _, let then) = other.exit.content {
            add(then, .other, in: other.flow, isInherited: other.level != .step)
        }
        if let cancelled = project.step(id).exits.cancelled?.block { add(cancelled.then, .cancelled) }
        if let unable = project.step(id).exits.unable?.block { add(unable.then, .unable) }
        if let empty = project.step(id).exits.empty?.block { add(empty.then, .empty) }
        for line in project.step(id).exits.events?.lines ?? [] {
            if let then = line.then { add(then, .event(line.name.value)) }
        }
    }

    /// Every delivery can fail.
    private mutating func failure(_ step: StepSyntax) {
        guard step.canFail, let failed = project.failed(id), let block = failed.exit.block else { return }
        if let retry = block.retryFrom { add(retry, .retry, in: failed.flow, isInherited: failed.level != .step) }
        add(block.then, .failed, in: failed.flow, isInherited: failed.level != .step)
    }

    private mutating func add(_ destination: DestinationSyntax, _ kind: StepGraph.Way.Kind) {
        add(destination, kind, in: id.flow, isInherited: false)
    }

    private mutating func add(
        _ destination: DestinationSyntax, _ kind: StepGraph.Way.Kind, in flow: Int?, isInherited: Bool
    ) {
        guard let target = project.resolve(destination, in: flow) else {
            // An error in an exit of the flow or the bot is reported there.
            if !isInherited { unresolved.append(destination) }
            return
        }
        ways.append(
            StepGraph.Way(
                from: id, target: target, kind: kind, isInherited: isInherited, isOfBot: flow == nil,
                destination: destination))
    }
}

extension RunSyntax {
    /// The start of the flow.
    fileprivate var start: DestinationSyntax {
        DestinationSyntax(target: .flow(flow.value, step: nil), span: flow.span, stepSpan: flow.span)
    }
}

extension StepSyntax {
    /// Whether the step can fail: a delivery, a call or a nested flow may, and a reminder for which there is no room, which
    /// takes an exit of the step alone.
    var canFail: Bool { sends || call != nil || run != nil || reminder != nil && exits.failed != nil }

    /// Whether the step sends a message or a question.
    var sends: Bool {
        if question != nil { return true }
        return openings.contains { opening in
            switch opening {
            case .say, .show: true
            case .set, .stopReminding, .giveBack: false
            }
        }
    }
}
