import Diagnostics
import Expressions
import FlowModel

/// Decodes `call` and `run`, with the inputs of the action or the flow.
struct CallDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func call(_ block: Block) -> ThingSyntax {
        let inputs = inputs(block)
        let meanwhile = block.text("meanwhile")
        guard let key = block.key("call"), let action = block.word("call") else { return .unreadable }
        return .call(
            CallSyntax(
                key: key, action: action, inputs: inputs ?? [],
                isDamaged: inputs == nil || !block.has("using") && block.mayHave("using"), meanwhile: meanwhile))
    }

    /// `keep`, `read` and `change`: an operation on a table, which is called like an action.
    func results(_ operation: ResultOperation, _ block: Block) -> ThingSyntax {
        let inputs = inputs(block)
        let word = operation.rawValue
        guard let key = block.key(word), let table = block.value(word, wants: "one table") else { return .unreadable }
        let results = ResultCall(operation, table.string)
        var call = CallSyntax(
            key: key, action: Located(results.actionName, at: table.span), inputs: inputs ?? [],
            isDamaged: inputs == nil || !block.has("using") && block.mayHave("using"), meanwhile: nil)
        call.results = results
        call.source = table.text
        call.hasUsing = block.has("using")
        return .call(call)
    }

    func run(_ block: Block) -> ThingSyntax {
        let inputs = inputs(block)
        guard let key = block.key("run"), let flow = block.word("run") else { return .unreadable }
        return .run(
            RunSyntax(
                key: key, flow: flow, inputs: inputs ?? [],
                isDamaged: inputs == nil || !block.has("using") && block.mayHave("using")))
    }

    /// Names that are also inputs, or inputs with their values; `nil` when a line could not be read.
    private func inputs(_ block: Block) -> [InputSyntax]? {
        guard block.has("using") else { return [] }
        switch block.node("using") {
        case .list(let list)?:
            let inputs = list.items.compactMap(named)
            return inputs.count == list.items.count && !list.isDamaged ? inputs : nil
        case .map(let map)?:
            let below = Block(map, "`using`", findings)
            let inputs = map.entries.compactMap { input(below, $0) }
            return inputs.count == map.entries.count && !map.isDamaged ? inputs : nil
        case .value(let value)?: return named(.value(value)).map { [$0] }
        case .broken?, nil: return nil
        }
    }

    /// `service`: the input of that name gets the value of the flow's name.
    private func named(_ item: Node) -> InputSyntax? {
        guard case .value(let value) = item else {
            findings.reportShape("using", wants: "names, or a block of inputs", item)
            return nil
        }
        let name = Located(value.string, at: value.span)
        guard Name.isIdentifier(name.value) else {
            findings.reportName(name, "an input")
            return nil
        }
        let whole = 0..<name.value.utf8.count
        let insert = Template.Insert(
            name: Name([name.value]), nameRange: whole, style: .usual, fallback: nil, range: whole)
        return InputSyntax(name: name, value: .sum(.insert(insert)), source: value.text, span: value.span)
    }

    private func input(_ block: Block, _ entry: Entry) -> InputSyntax? {
        guard let value = block.value(entry, wants: "one value") else { return nil }
        // Other tools require quotes around braces; here they have no effect.
        let (assigned, problems) = AssignedSyntax.parse(
            value.string, isQuoted: value.isQuoted && !value.isOneName, context)
        findings.add(problems, in: value.text)
        return InputSyntax(
            name: Located(entry.key.string, at: entry.key.span), value: assigned, source: value.text, span: value.span)
    }
}

extension ValueNode {
    /// Whether it consists of a single name in braces, optionally with words after `or`.
    var isOneName: Bool { string.hasPrefix("{") && Template.parse(string).0.onlyInsert != nil }
}
