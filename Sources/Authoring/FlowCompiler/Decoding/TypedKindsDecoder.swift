import ChannelRules
import Diagnostics
import Expressions
import Foundation
import MessageModel

/// Decodes the numeric kinds of answer: `number` and `money`.
struct TypedKindsDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func number(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let node = block.node("number") else { return .unreadable }
        if case .value(let value) = node {
            if findings.reportLimits(value, of: "number") { return .unreadable }
            guard let kind = block.choice("number", as: NumberWord.self) else { return .unreadable }
            return .number(NumberKindSyntax(key: key, kind: kind.value))
        }
        guard let below = block.block("number") else { return .unreadable }
        below.expectKeys(of: .number)
        let kind = below.choice("kind", as: NumberWord.self)?.value ?? .whole
        return .number(
            NumberKindSyntax(
                key: key, kind: kind, atLeast: below.number("at_least"), atMost: below.number("at_most"),
                field: below.field()))
    }

    func money(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let node = block.node("money") else { return .unreadable }
        if case .value(let value) = node {
            if findings.reportLimits(value, of: "money") { return .unreadable }
            guard let currency = block.word("money").flatMap(findings.currency) else { return .unreadable }
            return .money(MoneyKindSyntax(key: key, currency: currency))
        }
        guard let below = block.block("money") else { return .unreadable }
        below.expectKeys(of: .money)
        guard let currency = currency(below) else { return .unreadable }
        return .money(
            MoneyKindSyntax(
                key: key, currency: currency, atLeast: amount("at_least", below, currency),
                atMost: amount("at_most", below, currency), field: below.field()))
    }

    /// The currency of a block, otherwise the bot's.
    private func currency(_ below: Block) -> Currency? {
        if let word = below.word("kind") { return findings.currency(word) }
        if let currency = context.currency { return below.has("kind") ? nil : currency }
        below.require("kind", "`money` does not say which currency", help: "add `kind:` with a currency such as `EUR`")
        return nil
    }

    /// An amount in the requested currency; whole amounts need no decimals.
    private func amount(_ key: String, _ below: Block, _ currency: Currency) -> Located<Decimal>? {
        guard let word = below.word(key) else { return nil }
        if let whole = Decimal(plain: word.value), whole.isWhole, !word.value.contains(".") {
            return Located(whole, at: word.span)
        }
        guard let money = findings.money(word, currency: currency) else { return nil }
        guard money.currency == currency else {
            findings.report(
                .typeMismatch, "the question is for \(currency.code), this is \(money.currency.code)", at: word.span,
                label: "another currency", help: "write the limit in \(currency.code)")
            return nil
        }
        return Located(money.amount, at: word.span)
    }
}

extension Block {
    /// The labels and settings of the input field.
    func field() -> FieldSyntax {
        FieldSyntax(
            label: text("label"), prefix: text("prefix"), example: text("example"), hint: text("hint"),
            keyboard: name("keyboard", AppleFieldNames.keyboard, AppleFieldNames.keyboards),
            content: name("content", AppleFieldNames.content, AppleFieldNames.contents))
    }

    /// One of Apple's names, in its short form.
    private func name(_ key: String, _ short: (String) -> String?, _ known: [String]) -> String? {
        guard let word = word(key) else { return nil }
        if let name = short(word.value) { return name }
        findings.reportUnknownWord(key, word, among: known)
        return nil
    }

    /// Digits with at most one point.
    fileprivate func number(_ key: String) -> Located<Decimal>? {
        guard let word = word(key) else { return nil }
        if let number = Decimal(plain: word.value) { return Located(number, at: word.span) }
        findings.report(
            .badNumber, "`\(word.value)` is not a number", at: word.span, label: "not a number",
            help: "write digits with at most one point, such as `2.5`")
        return nil
    }
}

extension DiagnosticCollector {
    /// Reports `1 to 12` in place of a kind. Returns whether it was that.
    fileprivate func reportLimits(_ value: ValueNode, of key: String) -> Bool {
        guard let match = value.string.wholeMatch(of: /([0-9.]+) *(?:to|-|–|\.\.+|…) *([0-9.]+)(?: [A-Z]{3})?/) else {
            return false
        }
        report(
            .unknownWord, "`\(key)` does not know `\(value.string)`", at: value.span, label: "not a word of `\(key)`",
            help: "limits stand below it: `at_least: \(match.1)` and `at_most: \(match.2)`")
        return true
    }

    /// A currency of ISO 4217.
    func currency(_ word: Word) -> Currency? {
        if let currency = Currency(word.value) { return currency }
        let capitals = Currency(word.value.uppercased())?.code
        report(
            .unknownWord, "there is no currency called `\(word.value)`", at: word.span, label: "not a currency",
            help: (capitals ?? closest(to: word.value, among: Currency.codes)).map { "did you mean `\($0)`?" }
                ?? "write three letters such as `EUR`")
        return nil
    }

    /// Money with exactly the decimals of its currency.
    func money(_ word: Word, currency: Currency?) -> Money? {
        switch Literal.money(word.value, currency: currency) {
        case .success(let money): return money
        case .failure(.decimals(let money)):
            let count = money.currency.decimals
            report(
                .moneyDecimals,
                "\(money.currency.code) has \(count == 0 ? "no" : count == 2 ? "two" : "\(count)") decimals",
                at: word.span, label: "not its decimals", help: "write `\(money.text)`")
        case .failure(.unknownCurrency(let code)): _ = self.currency(Located(code, at: word.span))
        case .failure(.notMoney), .failure(.noCurrency):
            let meant = Literal.money(word.value.withDecimalPoint, currency: currency)
            let example = currency.map { Money(10, $0).text } ?? "10.00 EUR"
            report(
                .badMoney, "`\(word.value)` is not money", at: word.span, label: "not money",
                help: (try? meant.get()).map { "write `\($0.text)`" } ?? "write an amount such as `\(example)`")
        }
        return nil
    }
}

extension String {
    /// A number with a decimal comma, as `1.250,00`, with a point: `1250.00`.
    fileprivate var withDecimalPoint: String {
        guard let comma = lastIndex(of: ","), firstIndex(of: ",") == comma else { return self }
        return self[..<comma].replacing(".", with: "") + "." + self[index(after: comma)...]
    }
}
