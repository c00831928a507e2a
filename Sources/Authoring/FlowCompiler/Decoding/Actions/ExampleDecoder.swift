import Diagnostics
import Expressions
import FlowModel
import Foundation

/// Decodes the examples of an action: its results, or the problem with which it fails.
struct ExampleDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func examples(_ block: Block, _ action: Action) -> [Action.Example] {
        guard let below = block.block("examples") else { return [] }
        return below.map.entries.compactMap { example($0, in: below, action) }
    }

    private func example(_ entry: Entry, in examples: Block, _ action: Action) -> Action.Example? {
        let name = entry.key.string
        guard entry.value != nil else {
            let missing = action.gives.filter { !$0.isOptional }
            if let first = missing.first { report(missing: first.name, name, at: entry.key.span) }
            return Action.Example(name: name, gives: Fields(), problem: nil)
        }
        guard let block = examples.block(entry, "an example") else { return nil }
        let givesProblem = action.gives.contains { $0.name == "problem" }
        if !givesProblem, let problem = block.word("problem") {
            block.expectKeys(of: .example)
            return Action.Example(name: name, gives: Fields(), problem: problem.value)
        }
        return Action.Example(name: name, gives: fields(block, action.gives, name), problem: nil)
    }

    private func fields(_ block: Block, _ types: [ValueType.RecordField], _ name: String) -> Fields {
        block.expectKeys(types.map(\.name))
        var fields = Fields()
        for field in types {
            guard let entry = block.map.entry(field.name) else {
                if !field.isOptional, !block.hasUnknownKey, !block.mayHave(field.name) {
                    report(missing: field.name, name, at: block.place)
                }
                continue
            }
            if let node = block.node(entry) { fields[field.name] = value(node, field.type, entry.key) }
        }
        return fields
    }

    private func report(missing field: String, _ example: String, at span: Span) {
        findings.report(
            .missingKey, "the example `\(example)` does not give `\(field)`", at: span, label: "`\(field)` is missing",
            help: "add `\(field):`")
    }

    private func value(_ node: Node, _ type: ValueType, _ key: ValueNode) -> Value? {
        switch (type, node) {
        case (_, .broken): return nil
        case (.list(let item), .list(let list)):
            return .list(list.items.compactMap { value($0, item ?? .unknown, key) })
        case (.record(let types), .map(let map)):
            return .record(fields(Block(map, "a record", findings), types, key.string))
        case (.place, .map(let map)): return .place(place(Block(map, "a place", findings)))
        case (.list, _), (.record, _):
            findings.reportShape(key.string, wants: type.word, node)
            return nil
        case (.unknown, .map), (.unknown, .list): return nil
        case (_, .value(let value)): return self.value(value, type)
        default:
            findings.reportShape(key.string, wants: type.word, node)
            return nil
        }
    }

    private func value(_ value: ValueNode, _ type: ValueType) -> Value? {
        let text = value.string
        if type == .file {
            return .file(FileReference(id: text, name: text, kind: "application/octet-stream", size: 0))
        }
        if type == .place { return .place(PlaceValue(name: text)) }
        if type == .time, let slot = slot(text) { return .time(slot) }
        switch type.value(of: text, context) {
        case .success(let value): return value
        case .failure(let mistake):
            findings.report(
                .typeMismatch, "`\(text)` is not \(type.word)", at: value.span, label: "not \(type.word)",
                help: mistake.help(for: type))
            return nil
        }
    }

    /// `2026-12-01 10:00 for 45 minutes`; the end is optional.
    private func slot(_ text: String) -> TimeSlot? {
        guard let range = text.firstRange(of: " for "), let length = Literal.duration(text[range.upperBound...]),
            case .success(.time(var slot)) = ValueType.time.value(of: String(text[..<range.lowerBound]), context)
        else { return nil }
        slot.duration = length
        return slot
    }

    private func place(_ block: Block) -> PlaceValue {
        block.expectKeys(of: .examplePlace)
        return PlaceValue(
            name: block.word("name")?.value, street: block.word("street")?.value, city: block.word("city")?.value,
            postcode: block.word("postcode")?.value, country: block.word("country")?.value,
            latitude: degrees("latitude", within: 90, block), longitude: degrees("longitude", within: 180, block))
    }

    private func degrees(_ key: String, within most: Double, _ block: Block) -> Decimal? {
        block.decimal(key, within: -most...most) == nil ? nil : block.word(key).flatMap { Decimal(plain: $0.value) }
    }
}

extension WordMistake {
    /// The notation for values of the type.
    fileprivate func help(for type: ValueType) -> String? {
        switch type {
        case .number: "write digits with at most one point"
        case .money: "write it such as `12.50 EUR`, with the decimals that the currency has"
        case .date: "write it such as `2026-12-01`"
        case .time: "write it such as `2026-12-01 10:00`, perhaps with `for 45 minutes`"
        case .duration: "write it such as `10 minutes`"
        case .yesNo: "write `yes` or `no`"
        default: nil
        }
    }
}
