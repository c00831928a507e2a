import Diagnostics
import Expressions
import FlowModel

/// Decodes the texts of a request: its headers, its query and its body, with the inputs in braces.
struct RequestDecoder {
    let findings: DiagnosticCollector
    let takes: [ValueType.RecordField]

    /// The names and texts below a key.
    func table(_ key: String, _ block: Block, mayHaveToken: Bool) -> [(key: String, text: TextSyntax)] {
        (block.block(key).map { below in
            below.map.entries.compactMap { entry in
                below.value(entry, wants: "a text").map { value in
                    let text = findings.text(value)
                    check(text, mayHaveToken: mayHaveToken)
                    return (entry.key.string, text)
                }
            }
        }) ?? []
    }

    func body(_ block: Block) -> (BodyTemplate?, [(key: String, text: TextSyntax)]) {
        guard let node = block.node("body") else { return (nil, []) }
        var texts: [(key: String, text: TextSyntax)] = []
        let body = template(node, key: "body", &texts)
        return (body, texts)
    }

    private func template(_ node: Node, key: String, _ texts: inout [(key: String, text: TextSyntax)]) -> BodyTemplate {
        switch node {
        case .value(let value):
            let text = findings.text(value)
            // A single name is sent unchanged, even a record; only as part of a text must it have a text format.
            if case .usual? = text.template.onlyInsert?.style {
                checkNames(text)
            } else {
                check(text, mayHaveToken: false)
            }
            texts.append((key, text))
            return .value(text.template)
        case .list(let list): return .list(list.items.map { template($0, key: key, &texts) })
        case .map(let map):
            return .object(
                map.entries.compactMap { entry in
                    entry.value.map { (entry.key.string, template($0, key: entry.key.string, &texts)) }
                })
        case .broken: return .object([])
        }
    }

    /// Reports names that are not inputs, and formats that do not fit them.
    func check(_ text: TextSyntax, mayHaveToken: Bool) {
        findings.add(text.template.problems(in: scope(mayHaveToken)), in: text.source)
    }

    private func checkNames(_ text: TextSyntax) {
        findings.add(
            text.template.inserts.compactMap { scope(false).lookUp($0.name, at: $0.nameRange).problem }, in: text.source
        )
    }

    private func scope(_ mayHaveToken: Bool) -> InputScope {
        var types = Dictionary(takes.map { ($0.name, $0.type) }) { first, _ in first }
        types["secret"] = .unknown
        if mayHaveToken { types["token"] = .unknown }
        return InputScope(types: types)
    }
}

/// The names that the texts of an action may use: its inputs and `secret`.
private struct InputScope: TypeScope {
    let types: [String: ValueType]

    func type(ofRoot root: String) -> ValueType? { types[root] }
    var roots: [String] { types.keys.sorted() }
}
