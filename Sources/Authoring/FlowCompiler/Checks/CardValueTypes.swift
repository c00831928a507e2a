import Diagnostics
import Expressions

/// The values of cards have the types of their keys: a price is money, a quantity a number.
struct CardValueTypes: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let context = analysis.project.bot.context
        return zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap(\.cards).flatMap { $0.all() }.flatMap { card, repeated in
                let scope = EachScope(names, repeated)
                let values = card.values + card.discounts.map(\.amount)
                return values.flatMap { $0.source.diagnostics($0.problems(scope, context)) }
                    + card.actions.flatMap(\.data).flatMap { $0.source.diagnostics($0.problems(scope, context)) }
            }
        }
    }
}

extension CardSyntax {
    /// The actions whose data is only passed on; the data of a custom card is checked against its type.
    fileprivate var actions: [CardActionSyntax] { (type == nil ? [action] : []) + buttons.map(\.action) }
}

extension CardValueSyntax {
    fileprivate func problems(_ scope: EachScope, _ context: ReadingContext) -> [Problem] {
        if case .text(let template) = value { return template.problems(in: scope) }
        guard case .sum(let sum) = value else { return [] }
        // Constants have already been read as their type.
        if case .constant = sum { return [] }
        let (_, type, problems) = sum.resolved(in: scope, context)
        if !problems.isEmpty || fits(type) { return problems }
        return [
            Problem(
                .typeMismatch, "this is \(type.word), `\(key)` is \(words)", at: sum.range, label: type.word,
                help: wanted == .money && type == .number ? "write it as money, such as `12.50 EUR`" : nil)
        ]
    }

    private func fits(_ type: ValueType) -> Bool {
        switch wanted {
        case .time: [.time, .date, .unknown].contains(type)
        case .place: type == .place || type == .unknown || type.isTextual
        default: wanted.accepts(type)
        }
    }

    private var words: String {
        switch wanted {
        case .time: "a date or a time"
        case .place: "a text or a place"
        default: wanted.word
        }
    }
}

extension InputSyntax {
    /// The type errors in data that is only passed on.
    fileprivate func problems(_ scope: EachScope, _ context: ReadingContext) -> [Problem] {
        value.problems(in: scope, context)
    }
}
