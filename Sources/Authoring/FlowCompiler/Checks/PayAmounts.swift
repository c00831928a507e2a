import Diagnostics
import Expressions
import Foundation

/// The lines of a payment sheet are money of one currency, add up to the written total, and to more than zero.
struct PayAmounts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap { step -> [Diagnostic] in
                guard case .pay(let pay)? = step.question?.kind else { return [] }
                let wrong = mismatches(pay, names, analysis.project.bot.context)
                return wrong + (wrong.isEmpty && !pay.isDamaged ? sums(pay) : [])
            }
        }
    }

    // Types.

    private func mismatches(_ pay: PayKindSyntax, _ names: NameTable, _ context: ReadingContext) -> [Diagnostic] {
        let lines = pay.lines.flatMap { line in
            problems(line.price, in: EachScope(names, [line.each].compactMap { $0 }), context)
        }
        let methods = (pay.shipping?.methods ?? []).flatMap { problems($0.price, in: EachScope(names), context) }
        return lines + methods + (pay.total.map { problems($0, in: EachScope(names), context) } ?? [])
            + shippingList(pay, names)
    }

    private func problems(_ amount: AmountSyntax, in types: EachScope, _ context: ReadingContext) -> [Diagnostic] {
        guard case .sum(let sum) = amount.value else { return [] }
        let (_, type, problems) = sum.resolved(in: types, context)
        if !problems.isEmpty { return amount.source.diagnostics(problems) }
        guard type != .money, type != .unknown else { return [] }
        return [
            Diagnostic(
                .typeMismatch, "this is \(type.word), a pay sheet wants money", at: amount.source.span(sum.range),
                label: "not money")
        ]
    }

    /// A list from a call has all fields of a shipping method.
    private func shippingList(_ pay: PayKindSyntax, _ names: NameTable) -> [Diagnostic] {
        guard case .name(let text)? = pay.shipping?.content, let insert = text.template.onlyInsert else { return [] }
        let (type, problem) = names.lookUp(insert.name, at: insert.nameRange)
        if let problem { return text.source.diagnostics([problem]) }
        if type == .unknown { return [] }
        var lacks: [String] = []
        if case .list(let item?) = type {
            if item == .unknown { return [] }
            lacks = [("label", ValueType.text), ("note", .text), ("price", .money)].filter { name, wanted in
                !item.fields.contains { $0.name == name && (wanted.accepts($0.type)) }
            }.map { "`\($0.0)`" }
            if lacks.isEmpty { return [] }
        }
        let what = lacks.isEmpty ? "is \(type.word)" : "lists things without \(lacks.joined(separator: " and "))"
        return [
            Diagnostic(
                .typeMismatch, "`\(insert.name.text)` \(what), here ways of shipping are wanted",
                at: text.source.span(insert.nameRange), label: "no ways of shipping",
                help: "each needs a `label`, a `note` and a `price`")
        ]
    }

    // Totals of constants.

    private func sums(_ pay: PayKindSyntax) -> [Diagnostic] {
        let amounts =
            pay.lines.map(\.price) + (pay.shipping?.methods.map(\.price) ?? []) + [pay.total].compactMap { $0 }
        if let mixed = mixed(amounts) { return [mixed] }
        guard let sum = sum(pay) else { return [] }
        if let total = pay.total, let written = total.constant, written != sum {
            return [
                Diagnostic(
                    .totalMismatch, "the lines make \(sum.text), not \(written.text)", at: total.span,
                    label: "another sum", help: "write `\(sum.text)`, or leave `total` out")
            ]
        }
        guard sum.amount <= 0 else { return [] }
        return [
            Diagnostic(
                .totalNotPositive, "the total is \(sum.text); Apple refuses that", at: pay.key,
                label: "nothing to pay", help: "ask for more than nothing, or go past the payment with `when`")
        ]
    }

    private func mixed(_ amounts: [AmountSyntax]) -> Diagnostic? {
        var first: (money: Money, span: Span)?
        for amount in amounts {
            guard let money = amount.constant else { continue }
            guard let above = first else {
                first = (money, amount.span)
                continue
            }
            guard money.currency != above.money.currency else { continue }
            let (code, other) = (money.currency.code, above.money.currency.code)
            return Diagnostic(
                .currencyMixed, "\(other) above, \(code) here", at: amount.span, label: "another currency",
                help: "a pay sheet has one currency: write all amounts in \(other)",
                related: [Diagnostic.Related(other, at: above.span)])
        }
        return nil
    }

    /// The sum of all lines and the first shipping method; `nil` when it is only known at run time.
    private func sum(_ pay: PayKindSyntax) -> Money? {
        guard !pay.lines.contains(where: { $0.each != nil }) else { return nil }
        var amounts = pay.lines.map(\.price.constant)
        switch pay.shipping?.content {
        case .methods(let methods)?: if let first = methods.first { amounts.append(first.price.constant) }
        case .name?, .unreadable?: return nil
        case nil: break
        }
        let known = amounts.compactMap { $0 }
        guard let first = known.first, known.count == amounts.count else { return nil }
        return Money(known.reduce(0) { $0 + $1.amount }, first.currency)
    }
}
