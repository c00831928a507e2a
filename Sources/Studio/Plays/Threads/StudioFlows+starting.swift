import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
public import JSON
public import Simulation

/// Conversations that begin in the middle of a flow.
extension StudioFlows {
    /// A name that has a value whenever a conversation comes to a step, and that is used from there on.
    public struct AskedValue: Sendable, Hashable {
        /// How a page asks for a value.
        public enum Field: String, Sendable {
            case text, number, date, time
            /// `yes` or `no`.
            case yesNo = "yes-no"
            /// One of the answers.
            case choice
        }

        /// The name, as `given:` lines write it.
        public let name: String
        /// The word for its type in the flow language.
        public let type: String
        /// How a page asks for it.
        public let field: Field
        /// A value as transcripts write it: a date as `2026-03-03`, a time as `2026-03-03 10:00`.
        public let example: String
        /// The answers to choose from; empty for other types.
        public let answers: [String]
        /// Whether a transcript can say its value.
        public let isWritable: Bool

        /// `{"name", "type", "field", "example", "answers", "writable"}`.
        public var json: JSONValue {
            [
                "name": .string(name), "type": .string(type), "field": .string(field.rawValue),
                "example": .string(example), "answers": .array(answers.map { .string($0) }),
                "writable": .bool(isWritable),
            ]
        }
    }

    /// The first step of a flow; `nil` where there is no such flow, or it was never valid.
    public func start(of flow: String) -> String? {
        guard let bot = valid?.bot, let start = bot.start(of: flow) else { return nil }
        return bot.step(start).name
    }

    /// The values to ask for before a conversation begins at a step: the names that have a value on every way to it, as
    /// far as the step or one behind it uses them. Nothing where the flows were never valid.
    public func asked(at step: PlayStep) -> [AskedValue] {
        guard let valid else { return [] }
        let used = valid.words(from: step)
        let zone = valid.bot.zone
        let now = Play(of: ThreadText(""), flow: step.flow, on: .asWritten, with: valid.plays).state.now
        return valid.insight.names(of: step.flow).compactMap { named in
            guard named.span != nil, used.contains(named.name),
                valid.insight.mayBeEmpty(named.name, at: step.step, of: step.flow) == false
            else { return nil }
            let sample: Value =
                switch named.type {
                case .date: .date(zone.date(at: now) + 1)
                case .time: .time(TimeSlot(start: now + .days(1)))
                default: ValueType.RecordField(named.name, named.type).sample
                }
            let answers = if case .choice(let choice) = named.type { choice.answers.map(\.label) } else { [String]() }
            return AskedValue(
                name: named.name, type: named.type.word, field: AskedValue.Field(named.type, answers),
                example: sample.inTranscript(zone), answers: answers, isWritable: named.type.isWritable)
        }
    }

    /// A thread that begins at a step, with values.
    ///
    /// - Throws: when values cannot be read, with a sentence for each of them.
    func starting(
        at step: PlayStep, in flow: String, with values: [(name: String, words: String)]
    ) throws(ThreadProblem) -> ThreadText {
        let valid = try validFlows()
        let place = step.flow == flow ? step.step : "\(step.flow)/\(step.step)"
        var problems: [String: String] = [:]
        for value in values {
            guard !value.words.allSatisfy(\.isWhitespace) else {
                problems[value.name] = "`\(value.name)` needs a value"
                continue
            }
            let thread = ThreadText.starting(at: place, with: [value])
            let stop = Play(of: thread, flow: flow, on: .asWritten, with: valid.plays, until: 1).stop
            problems[value.name] = stop?.diagnostic?.message
        }
        guard problems.isEmpty else { throw ThreadProblem("these values cannot be read", values: problems) }
        return .starting(at: place, with: values)
    }
}

extension ValidFlows {
    /// The words in the text of a step and of all steps of its flow behind it, without their names. A name that is not
    /// among them is not used there.
    fileprivate func words(from start: PlayStep) -> Set<String> {
        guard let written = written.first(where: { $0.flow == start.flow }), let source = sources[written.file] else {
            return []
        }
        let spans = Dictionary(written.blocks.map { ($0.step, $0.span) }) { first, _ in first }
        var words: Set<String> = []
        var met: Set<String> = [start.step]
        var pending = [start.step]
        while let step = pending.popLast() {
            if let span = spans[step] {
                let text = source.text(in: span.range).drop { $0 != ":" }
                words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init))
            }
            for route in insight.routes(from: step, of: start.flow) where met.insert(route.step).inserted {
                pending.append(route.step)
            }
        }
        return words
    }
}

extension StudioFlows.AskedValue.Field {
    fileprivate init(_ type: ValueType, _ answers: [String]) {
        switch type {
        case .number: self = .number
        case .date: self = .date
        case .time: self = .time
        case .yesNo: self = .yesNo
        case .choice: self = answers.isEmpty ? .text : .choice
        case .text, .duration, .money, .file, .place, .record, .list, .unknown: self = .text
        }
    }
}

extension ValueType {
    /// Whether a `given:` line can say a value of the type.
    fileprivate var isWritable: Bool {
        switch self {
        case .text, .number, .date, .time, .duration, .yesNo, .money, .choice, .unknown: true
        case .file, .place: false
        case .record(let fields): fields.allSatisfy { $0.isOptional || $0.type.isWritable }
        case .list(let item): item?.isWritable ?? true
        }
    }
}
