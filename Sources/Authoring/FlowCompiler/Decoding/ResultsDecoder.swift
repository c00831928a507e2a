import Diagnostics
import Expressions
import FlowModel

/// Decodes `results`: tables of rows that flows keep.
struct ResultsDecoder {
    let findings: DiagnosticCollector
    let types: TypeReader

    private static let longestStay = TimeLength.days(3_660)
    private static let mostStates = 20

    func results(_ file: Block) -> ResultsSyntax {
        guard let below = file.block("results") else { return ResultsSyntax(isDamaged: file.mayHave("results")) }
        return ResultsSyntax(tables: below.map.entries.map { table($0, in: below) }, isDamaged: below.map.isDamaged)
    }

    private func table(_ entry: Entry, in below: Block) -> ResultTableSyntax {
        let name = Located(entry.key.string, at: entry.key.span)
        let isNamed = Name.isIdentifier(name.value)
        if !isNamed { findings.refuse(name, "a table") }
        var syntax = ResultTableSyntax(name: name, table: ResultTable(name: name.value, fields: []), isDamaged: true)
        guard let block = below.block(entry, "a table") else { return syntax }
        block.expectKeys(of: .resultTable)
        block.require("fields", help: "add `fields:` with the names of the columns and their types")
        syntax.table.fields = fields(block)
        syntax.table.privateFields = privateFields(block, syntax.table)
        syntax.isPrivacyKnown = isCertain("private", in: block) && syntax.hasAllPrivateFields
        if let states = states(block) { syntax.table.states = states }
        syntax.areStatesKnown = isCertain("states", in: block)
        syntax.table.keptFor =
            block.duration("kept_for", within: .hours(1)...Self.longestStay, "1 hour to 10 years")?.value
        syntax.table.notifies = block.yesNo("notify") ?? true
        syntax.isDamaged = !isNamed || areFieldsDamaged(block)
        return syntax
    }

    /// Whether a field may be missing. An error in a type, or in another key of the table, leaves the fields as they are.
    private func areFieldsDamaged(_ block: Block) -> Bool {
        guard case .map(let map)? = block.map.entry("fields")?.value else { return true }
        return Block(map, "`fields`", findings).hasUnreadableNames
    }

    /// Whether a key of words says all that it was meant to say.
    private func isCertain(_ key: String, in block: Block) -> Bool {
        switch block.map.entry(key)?.value {
        case .value?: true
        case .list(let list)?:
            !list.isDamaged && list.items.allSatisfy { if case .value = $0 { true } else { false } }
        case .map?, .broken?: false
        case nil: !block.mayHave(key)
        }
    }

    private func fields(_ block: Block) -> [ValueType.RecordField] {
        let below = block.block("fields")
        for entry in below?.map.entries ?? [] where Self.taken.contains(entry.key.string) {
            findings.report(
                .reservedName, "every row has `\(entry.key.string)` already", at: entry.key.span,
                label: "a word of the language", help: "give the field another name")
        }
        return types.fields(below)
    }

    /// The names that a row has itself, and those of an answer that was made of a row.
    private static let taken = ResultTable.ownFields + ["problem", "id", "label", "note"]

    private func privateFields(_ block: Block, _ table: ResultTable) -> Set<String> {
        let known = table.fields.map(\.name)
        let words = block.words("private") ?? []
        for word in words where !known.contains(word.value) && !areFieldsDamaged(block) {
            findings.report(
                .unknownName, "the table has no field `\(word.value)`", at: word.span, label: "no such field",
                help: suggestion(for: word.value, among: known, are: "its fields are"))
        }
        return Set(words.map(\.value))
    }

    private func states(_ block: Block) -> [String]? {
        guard let words = block.words("states") else { return nil }
        for word in words where !Name.isIdentifier(word.value) { findings.reportName(word, "a state") }
        var known: Set<String> = []
        for word in words where !known.insert(word.value).inserted {
            findings.report(
                .nameTaken, "the state `\(word.value)` stands here twice", at: word.span, label: "the second one",
                help: "leave one of them out")
        }
        guard let first = words.first else { return nil }
        if words.count > Self.mostStates {
            findings.report(
                .outOfRange, "a row has at most \(Self.mostStates) states", at: first.span, label: "too many",
                help: "keep the others in a field of the row")
        }
        return words.map(\.value)
    }
}

/// Completes what flows do with tables, once all tables are known.
enum ResultCalls {
    /// The operations on every table, as actions.
    static func actions(of tables: [ResultTableSyntax]) -> [ActionSyntax] {
        var known: Set<String> = []
        return tables.filter { known.insert($0.name.value).inserted }.flatMap { table in
            ResultOperation.allCases.map { operation in
                var action = ActionSyntax(
                    name: Located(ResultCall(operation, table.name.value).actionName, at: table.name.span),
                    action: Action(operation, of: table.table), isDamaged: table.isDamaged)
                action.isOfResults = true
                return action
            }
        }
    }

    /// Gives a `keep` without `using` the names of the flow that are called like the fields.
    static func complete(_ flow: inout FlowSyntax, _ tables: [ResultTableSyntax], _ events: EventsSyntax) {
        let heard = Set(flow.eventExits.map(\.name.value))
        let ofEvents = events.events.filter { heard.contains($0.name.value) }.flatMap(\.declaration.fields)
        let names = flow.ownNames.union(ofEvents.map(\.name))
        for index in flow.steps.indices {
            guard case .call(var call)? = flow.steps[index].thing, let results = call.results,
                results.operation == .keep, !call.hasUsing,
                let table = tables.first(where: { $0.name.value == results.table }), !table.isDamaged
            else { continue }
            call.inputs = table.table.fields.filter { names.contains($0.name) }.map { input($0, for: call) }
            flow.steps[index].thing = .call(call)
        }
    }

    private static func input(_ field: ValueType.RecordField, for call: CallSyntax) -> InputSyntax {
        let whole = 0..<call.source.string.utf8.count
        let insert = Template.Insert(
            name: Name([field.name]), nameRange: whole, style: .usual, fallback: field.isOptional ? "nothing" : nil,
            range: whole)
        return InputSyntax(
            name: Located(field.name, at: call.action.span), value: .sum(.insert(insert)), source: call.source,
            span: call.action.span)
    }
}

extension FlowSyntax {
    /// The names that the flow fills.
    fileprivate var ownNames: Set<String> {
        Set(
            needs.map(\.name.value)
                + steps.flatMap { step in
                    step.assignments.filter { $0.fact == nil }.map(\.name.value)
                        + (step.hasResult ? [step.resultName] : [])
                })
    }
}
