import Diagnostics
import Expressions

/// What every name of a flow holds: answers, set values and built-ins, with their types.
struct NameTable: TypeScope, Sendable {
    struct Definition: Sendable {
        var type: ValueType
        /// Where it gets its value first.
        var span: Span
    }

    private let definitions: [String: Definition]
    /// The names of the flow in the order in which they are defined.
    let names: [String]
    private let builtIns: [String: ValueType]

    init(_ flow: FlowSyntax, in project: Project) {
        let typer = NameTyper(flow, builtIns: BuiltIns.types(project.bot), project.bot.context)
        builtIns = typer.builtIns
        names = typer.order
        definitions = Dictionary(
            uniqueKeysWithValues: typer.order.map { name in
                (name, Definition(type: typer.type(ofRoot: name) ?? .unknown, span: typer.span(of: name)))
            })
    }

    func type(ofRoot root: String) -> ValueType? { definitions[root]?.type ?? builtIns[root] }

    var roots: [String] { names + builtIns.keys.sorted() }
}

/// The names of a flow with those that `each` gives inside its block.
struct EachScope: TypeScope {
    let base: NameTable
    private var variables: [String: ValueType] = [:]

    init(_ base: NameTable, _ repeated: [EachSyntax] = []) {
        self.base = base
        for each in repeated { variables[each.variable.value] = base.itemType(of: each) }
    }

    func type(ofRoot root: String) -> ValueType? { variables[root] ?? base.type(ofRoot: root) }

    var roots: [String] { variables.keys.sorted() + base.roots }

    func isVariable(_ name: Name) -> Bool { variables[name.root] != nil }
}

extension TypeScope {
    /// What the items of the list are that `each` goes through; unknown when it is no list.
    func itemType(of each: EachSyntax) -> ValueType {
        var type = type(ofRoot: each.list.value.root)
        for field in each.list.value.fields { type = type?.fields.first { $0.name == field }?.type }
        if case .list(let item)? = type { return item ?? .unknown }
        return .unknown
    }
}

/// Finds the types of the names of one flow. A set value may depend on names that are defined further down, so types are
/// found when they are asked for.
private final class NameTyper: TypeScope {
    private enum Source {
        case question(QuestionSyntax, Span)
        case assignment(AssignmentSyntax)

        var span: Span {
            switch self {
            case .question(_, let span): span
            case .assignment(let assignment): assignment.name.span
            }
        }
    }

    let builtIns: [String: ValueType]
    private(set) var order: [String] = []
    private let context: ReadingContext
    private var sources: [String: [Source]] = [:]
    private var known: [String: ValueType] = [:]
    private var beingFound: Set<String> = []

    init(_ flow: FlowSyntax, builtIns: [String: ValueType], _ context: ReadingContext) {
        self.builtIns = builtIns
        self.context = context
        for step in flow.steps {
            for case .set(let assignments) in step.openings {
                for assignment in assignments { add(assignment.name.value, .assignment(assignment)) }
            }
            if let question = step.question { add(step.resultName, .question(question, step.name.span)) }
        }
    }

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

    /// The type that the first source gives; an empty list waits for the next one to say what is in it.
    private func firstType(of sources: [Source]) -> ValueType {
        var found: ValueType?
        for source in sources {
            guard let type = type(of: source) else { continue }
            if found == nil || found == .list(nil) && type.isList { found = type }
            if found != .list(nil) { break }
        }
        return found ?? .unknown
    }

    private func type(of source: Source) -> ValueType? {
        switch source {
        case .question(let question, _): question.answerType(in: self)
        case .assignment(let assignment): assignment.value.type(in: self, context)
        }
    }
}

extension AssignedSyntax {
    /// The type that a name gets by it; `nil` when it only empties the name.
    func type(in types: some TypeScope, _ context: ReadingContext) -> ValueType? {
        switch self {
        case .sum(let sum): sum.resolved(in: types, context).type
        case .text: .text
        case .yesNo: .yesNo
        case .list(let items): .list(items.isEmpty ? nil : .text)
        case .nothing: nil
        case .broken: .unknown
        }
    }
}

extension QuestionSyntax {
    /// The type of what the customer answers.
    func answerType(in types: some TypeScope) -> ValueType {
        switch kind {
        case .text: return .text
        case .times: return .time
        case .unreadable: return .unknown
        case .answers(let answers):
            if answers.isDamaged { return .unknown }
            let choice = ValueType.choice(answers.choiceType(in: types))
            return answers.several ? .list(choice) : choice
        }
    }
}

extension AnswersSyntax {
    fileprivate func choiceType(in types: some TypeScope) -> ValueType.ChoiceType {
        let written = items.filter { $0.each == nil }
        let constant = written.compactMap { item in
            item.label.template.constant.map {
                ValueType.ChoiceType.Answer(id: item.constantID ?? $0, label: $0)
            }
        }
        let fields = items.compactMap(\.each).first.map { types.itemType(of: $0).fields } ?? []
        return ValueType.ChoiceType(
            answers: constant, hasMore: constant.count < items.count,
            fields: written.isEmpty ? fields : fields.map { .init($0.name, $0.type, isOptional: true) },
            alwaysHasNote: !items.isEmpty && items.allSatisfy { $0.note != nil })
    }
}
