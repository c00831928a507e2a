import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// The names on whose values the way of a conversation depends: those that conditions test, that answers and times are made
/// of, that are passed to flows that test them, and all names from which one of these is calculated.
struct DecidingNames {
    var roots: Set<String> = []
    /// The names from whose times reminders are counted, and how long before them. Of these only whether a reminder would
    /// still come counts: with the times themselves, conversations would have as many states as minutes.
    private(set) var reminded: [String: Set<TimeLength>] = [:]
    /// Whether a step has an exit for a reminder that is not set because too many wait.
    private(set) var countsReminders = false
    /// Names that are set, with the names that their values are made of.
    private var sources: [(name: String, from: Set<String>)] = []

    private let presence: Set<String>
    private let pathLength: Int

    init(of bot: Bot) {
        presence = bot.namesWithAlternatives
        // `back` and `resume` lead along the path, so that its last steps count.
        pathLength = bot.leadsBack ? 3 : 0
        for flow in bot.flows {
            for step in flow.steps { collect(step, bot) }
            for given in flow.gives { sources.append((given.name, given.value.names)) }
        }
        var isGrowing = true
        while isGrowing {
            let before = self
            for source in sources {
                if roots.contains(source.name) { roots.formUnion(source.from) }
                guard let lengths = reminded[source.name] else { continue }
                for name in source.from { reminded[name, default: []].formUnion(lengths) }
            }
            isGrowing = roots != before.roots || reminded != before.reminded
        }
    }

    var parts: DecidingParts {
        DecidingParts(values: roots, presence: presence, pathLength: pathLength, countsReminders: countsReminders)
    }

    private mutating func collect(_ step: Step, _ bot: Bot) {
        for opening in step.openings {
            switch opening {
            case .set(let name, let assignment):
                sources.append((name.split(separator: ".").first.map(String.init) ?? name, assignment.names))
            case .giveBack(let given):
                for one in given { if case .time(let name) = one { roots.insert(name.root) } }
            case .say, .show, .stopReminding: break
            }
        }
        switch step.thing {
        case .ask(let question): collect(question)
        case .decide(let lines, _): for line in lines { line.condition.collectNames(in: &roots) }
        case .run(let run):
            for input in run.inputs { sources.append((input.name, input.value.names)) }
            // What a flow gives is read as a field of the step that runs it.
            for given in bot.flows[run.flow].gives { sources.append((run.name, given.value.names)) }
        case .remind(let reminder):
            reminder.unless?.collectNames(in: &roots)
            if reminder.hasExit { countsReminders = true }
            if case .before(let length, let name) = reminder.when { reminded[name.root, default: []].insert(length) }
        case .go, .handOver, .call: break
        }
    }

    private mutating func collect(_ question: Question) {
        switch question.kind {
        case .choice(let choice): for item in choice.items { if let each = item.each { roots.insert(each.list.root) } }
        case .times(let times):
            switch times.source {
            case .name(let name): roots.insert(name.root)
            case .rule(let rule):
                let names = [rule.except, rule.from, rule.everyName, rule.lastingName]
                roots.formUnion(names.compactMap { $0?.root })
            case .slots: break
            }
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: break
        }
    }
}

extension DecidingNames {
    /// For each time from which a reminder is counted, whether it would still come, as text.
    func remindersAhead(in session: Session, at now: Moment) -> String {
        guard !reminded.isEmpty else { return "" }
        let facts = Fields([("customer", .record(session.facts))])
        let known = [session.answers, facts] + session.frames.all.map(\.answers)
        return known.map { remindersAhead(in: $0, at: now) }.joined(separator: "/")
    }

    private func remindersAhead(in values: Fields, at now: Moment) -> String {
        var words: [String] = []
        for (name, lengths) in reminded.sorted(by: { $0.key < $1.key }) {
            for moment in values[name]?.moments ?? [] {
                for length in lengths.sorted() { words.append("\(name) \(moment > now + length)") }
            }
        }
        return words.joined(separator: ",")
    }
}

extension Value {
    /// The time, or those in the fields of the record.
    fileprivate var moments: [Moment] {
        switch self {
        case .time(let slot): [slot.start]
        case .record(let fields): fields.names.sorted().flatMap { fields[$0]?.moments ?? [] }
        default: []
        }
    }
}

extension Assignment {
    /// The roots of the names that the value is made of.
    var names: Set<String> {
        switch self {
        case .sum(let sum): Set(sum.names.map(\.root))
        case .text(let phrase): Set(phrase.source.inserts.map(\.name.root))
        case .list(let phrases): Set(phrases.flatMap { $0.source.inserts.map(\.name.root) })
        case .record(let parts): parts.reduce(into: []) { $0.formUnion($1.value.names) }
        case .yesNo, .nothing: []
        }
    }
}

extension Bot {
    /// Whether a destination of the bot leads back along the path of the conversation.
    var leadsBack: Bool {
        let words = Array(anywhere.values) + flows.flatMap { Array($0.anywhere.values) }
        return (words + flows.flatMap(\.steps).flatMap(\.destinations)).contains { $0 == .back || $0 == .resume }
    }
}

extension Step {
    /// All destinations that are written in the step or inherited by it.
    var destinations: [Destination] {
        switch thing {
        case .go(let then): [then]
        case .ask(let question):
            [question.then].compactMap { $0 } + question.answers + question.other.destinations
        case .decide(let lines, let otherwise): lines.map(\.destination) + [otherwise]
        case .handOver(let handOver): [handOver.then] + [handOver.ifAway].compactMap { $0 }
        case .call(let call): [call.then]
        case .run(let run): [run.then]
        case .remind(let reminder): [reminder.go, reminder.then]
        }
    }
}

extension Question {
    /// The destinations of single answers.
    fileprivate var answers: [Destination] {
        switch kind {
        case .choice(let choice): choice.items.compactMap(\.then)
        case .times(let times): times.beside.map(\.then)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: []
        }
    }
}

extension OtherExit {
    fileprivate var destinations: [Destination] {
        switch self {
        case .retry(_, _, let then): [then]
        case .accept: []
        }
    }
}
