import Diagnostics
import Expressions
import FlowModel

/// The names of a flow with their types: answers, set values and built-ins.
struct NameTable: TypeScope, Sendable {
    struct Definition: Sendable {
        var type: ValueType
        /// The location of its first definition.
        var span: Span
    }

    private let definitions: [String: Definition]
    /// Whether lines that could not be read may define further names.
    private let mayHaveOthers: Bool
    /// The names of steps that do not exist, which has been reported: their answers have any type.
    private let missing: Set<String>
    /// The names of the flow, in order of definition.
    let names: [String]
    private let builtIns: [String: ValueType]

    init(_ flow: FlowSyntax, in project: Project) {
        let typer = NameTyper(flow, in: project, given: GivenTypes(project))
        builtIns = typer.builtIns
        mayHaveOthers =
            flow.areStepsDamaged || flow.areNeedsDamaged || flow.steps.contains(where: \.mayHaveOtherNames)
            || flow.eventExits.contains { !project.isKnown(event: $0.name.value) }
        missing = project.flow(named: flow.name).map { project.missingSteps[$0] } ?? []
        names = typer.order
        definitions = Dictionary(
            uniqueKeysWithValues: typer.order.map { name in
                (name, Definition(type: typer.type(ofRoot: name) ?? .unknown, span: typer.span(of: name)))
            })
    }

    func type(ofRoot root: String) -> ValueType? {
        definitions[root]?.type ?? builtIns[root] ?? (mayHaveOthers || missing.contains(root) ? .unknown : nil)
    }

    var roots: [String] { names + builtIns.keys.sorted() }

    /// Where a name is first set.
    func span(of name: String) -> Span? { definitions[name]?.span }
}

/// The names of a flow, with those that `each` defines inside its block.
struct EachScope: TypeScope {
    let base: NameTable
    private var variables: [String: ValueType] = [:]

    init(_ base: NameTable, _ repeated: [EachSyntax] = []) {
        self.base = base
        // An inner list may be a field of an item of an outer one.
        for each in repeated { variables[each.variable.value] = itemType(of: each) }
    }

    func type(ofRoot root: String) -> ValueType? { variables[root] ?? base.type(ofRoot: root) }

    var roots: [String] { variables.keys.sorted() + base.roots }

    func isVariable(_ name: Name) -> Bool { variables[name.root] != nil }
}

extension TypeScope {
    /// The item type of the list of `each`; unknown when it is not a list.
    func itemType(of each: EachSyntax) -> ValueType {
        var type = type(ofRoot: each.list.value.root)
        for field in each.list.value.fields { type = type?.fields.first { $0.name == field }?.type }
        if case .list(let item)? = type { return item ?? .unknown }
        return .unknown
    }
}

/// Resolves the types of the names of one flow. A set value may depend on names that are defined later, so types are
/// resolved on demand.
final class NameTyper: TypeScope {
    private enum Source {
        case question(QuestionSyntax, Span)
        case assignment(AssignmentSyntax)
        /// The result of a call, or an input of the flow, whose type is known immediately.
        case known(ValueType, Span)
        case run(RunSyntax, Span)
        /// A step that may ask a question: its contents could not be read.
        case unreadable(Span)

        /// Whether it is the result of a step.
        var isResult: Bool {
            if case .assignment = self { false } else { true }
        }

        var span: Span {
            switch self {
            case .question(_, let span), .known(_, let span), .run(_, let span), .unreadable(let span): span
            case .assignment(let assignment): assignment.name.span
            }
        }
    }

    let builtIns: [String: ValueType]
    private(set) var order: [String] = []
    private let context: ReadingContext
    private let project: Project
    private let given: GivenTypes
    private var sources: [String: [Source]] = [:]
    private var known: [String: ValueType] = [:]
    private var beingFound: Set<String> = []

    init(_ flow: FlowSyntax, in project: Project, given: GivenTypes) {
        builtIns = BuiltIns.types(project.bot)
        context = project.bot.context
        self.project = project
        self.given = given
        for need in flow.needs { add(need.name.value, .known(need.field.type, need.name.span)) }
        for step in flow.steps {
            for assignment in step.assignments where assignment.fact == nil && !assignment.isLanguage {
                add(assignment.name.value, .assignment(assignment))
            }
            if let source = source(of: step) { add(step.resultName, source) }
            for line in step.exits.events?.lines ?? [] {
                for field in project.event(named: line.name.value)?.declaration.fields ?? [] {
                    add(field.name, .known(field.type, line.name.span))
                }
            }
        }
    }

    private func source(of step: StepSyntax) -> Source? {
        if let question = step.question { return .question(question, step.result.span) }
        if let call = step.call { return .known(project.answerType(of: call), step.result.span) }
        if let run = step.run { return .run(run, step.result.span) }
        if case .unreadable? = step.thing { return .unreadable(step.result.span) }
        return nil
    }

    /// The type of the result of one step, whatever else fills its name.
    func resultType(of step: StepSyntax) -> ValueType { source(of: step).flatMap { self.type(of: $0) } ?? .unknown }

    private func add(_ name: String, _ source: Source) {
        if sources[name] == nil { order.append(name) }
        sources[name, default: []].append(source)
    }

    var roots: [String] { order + builtIns.keys.sorted() }

    func span(of name: String) -> Span { sources[name]?.first?.span ?? Span(file: "", range: 0..<0) }

    func type(ofRoot root: String) -> ValueType? {
        guard let sources = sources[root] else { return builtIns[root] }
        if let type = known[root] { return type }
        guard beingFound.insert(root).inserted else { return .unknown }
        defer { beingFound.remove(root) }
        let type = firstType(of: sources)
        known[root] = type
        return type
    }

    /// The type according to the first source; for an empty list, the next source decides the element type. Results
    /// that are saved under one name have the type that holds all of them.
    private func firstType(of sources: [Source]) -> ValueType {
        var found: ValueType?
        for (place, source) in sources.enumerated() {
            guard let type = type(of: source) else { continue }
            if found == nil || found == .list(nil) && type.isList { found = type }
            if source.isResult, let type = found { return merged(type, with: sources[(place + 1)...]) }
            if found != .list(nil) { break }
        }
        return found ?? .unknown
    }

    private func merged(_ type: ValueType, with others: ArraySlice<Source>) -> ValueType {
        others.reduce(type) { found, source in
            guard source.isResult, let other = self.type(of: source) else { return found }
            return found.merged(with: other) ?? found
        }
    }

    private func type(of source: Source) -> ValueType? {
        switch source {
        case .question(let question, _): project.answerType(of: question.kind) ?? question.answerType(in: self)
        case .assignment(let assignment): assignment.value.type(in: self, context)
        case .known(let type, _): type
        case .run(let run, _): given.type(of: run)
        case .unreadable: .unknown
        }
    }
}

extension Project {
    /// The type of the result of a call; unknown when the action is unknown or cannot be read.
    fileprivate func answerType(of call: CallSyntax) -> ValueType {
        guard let action = action(named: call.action.value), !action.isDamaged else { return .unknown }
        return action.action.answerType
    }
}

extension StepSyntax {
    /// Whether lines that could not be read may set further names.
    fileprivate var mayHaveOtherNames: Bool {
        openings.contains { if case .set(_, isDamaged: true) = $0 { true } else { false } }
    }
}
