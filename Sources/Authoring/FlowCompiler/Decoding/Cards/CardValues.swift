import Diagnostics
import Expressions
import FlowModel
import Foundation

/// Decodes the values of cards: constants, or expressions with names.
struct CardValues {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func number(
        _ block: Block, _ entry: Entry, within range: ClosedRange<Decimal>, isWhole: Bool
    ) -> CardValueSyntax? {
        value(block, entry, as: .number, wants: "a number") { word in
            guard let number = Decimal(plain: word.value), !isWhole || number.isWhole else {
                let kind = isWhole ? "a whole number" : "a number"
                findings.report(
                    .badNumber, "`\(word.value)` is not \(kind)", at: word.span, label: "not \(kind)",
                    help: "write digits, such as `\(isWhole ? "17" : "48.13")`")
                return nil
            }
            guard range.contains(number) else {
                findings.reportRange(entry.key.string, "\(range.lowerBound) to \(range.upperBound)", word)
                return nil
            }
            return .number(number)
        }
    }

    func money(_ block: Block, _ entry: Entry) -> CardValueSyntax? {
        value(block, entry, as: .money, wants: "money") { word in
            findings.money(word, currency: context.currency).map { .money($0) }
        }
    }

    /// A date or a time.
    func moment(_ block: Block, _ entry: Entry) -> CardValueSyntax? {
        value(block, entry, as: .time, wants: "a date or a time") { word in
            switch Literal.date(word.value) {
            case .success(let date): return .date(date)
            case .failure(let mistake):
                if case .success(let time) = ValueType.time.value(of: word.value, context) { return time }
                findings.report(
                    .badDate, mistake.message(for: word.value), at: word.span, label: "not a date",
                    help: "write `2026-12-01` or `2026-12-01 10:00`")
                return nil
            }
        }
    }

    /// A text, or the name of a place.
    func place(_ block: Block, _ entry: Entry) -> CardValueSyntax? {
        guard let node = block.value(entry, wants: "a text") else { return nil }
        let text = findings.text(node)
        let value: AssignedSyntax =
            if let insert = text.template.onlyInsert, case .usual = insert.style, insert.fallback == nil {
                .sum(.insert(insert))
            } else {
                .text(text.template)
            }
        return CardValueSyntax(key: entry.key.string, value: value, wanted: .place, source: node.text)
    }

    /// A constant, or an expression with names.
    private func value(
        _ block: Block, _ entry: Entry, as type: ValueType, wants: String, read: (Word) -> Value?
    ) -> CardValueSyntax? {
        guard let node = block.value(entry, wants: wants) else { return nil }
        let key = entry.key.string
        guard node.string.contains("{") else {
            guard let value = read(Located(node.string, at: node.span)) else { return nil }
            let constant = ArithmeticSyntax.constant(value, range: 0..<node.string.utf8.count)
            return CardValueSyntax(key: key, value: .sum(constant), wanted: type, source: node.text)
        }
        // Quotes have no effect here, as for all values: only the type counts.
        let (assigned, problems) = AssignedSyntax.parse(node.string, isQuoted: false, context)
        findings.add(problems, in: node.text)
        switch assigned {
        case .sum: return CardValueSyntax(key: key, value: assigned, wanted: type, source: node.text)
        case .broken: return nil
        case .text, .yesNo, .list, .record, .nothing:
            findings.report(
                .typeMismatch, "`\(key)` wants \(wants), here is a text", at: node.span, label: "a text",
                help: "write a name that holds \(wants), or a sum")
            return nil
        }
    }
}
