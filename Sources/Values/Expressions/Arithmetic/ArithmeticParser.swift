import Diagnostics
import Foundation

/// Distinguishes arithmetic from texts and parses the arithmetic.
struct ArithmeticParser {
    enum Outcome {
        case sum(ArithmeticSyntax)
        /// It contains something that arithmetic does not have: it is a text.
        case notASum
        /// All of it could belong to a calculation, but it is not a valid one.
        case broken
    }

    private enum Token {
        case sign(Arithmetic.Sign)
        case open, close
        case part(ArithmeticSyntax)
        /// `days` after a name.
        case unit(TimeLength)
        /// `after` or `before`.
        case beside(Arithmetic.Sign)
    }

    private let text: String
    private let bytes: [UInt8]
    private let context: ReadingContext
    private var tokens: [(token: Token, range: Range<Int>)] = []
    private var next = 0
    private var depth = 0
    /// A limit for the size of a calculation; anything larger belongs in a program.
    private static let mostTokens = 400
    private(set) var problems: [Problem] = []

    init(_ text: String, _ context: ReadingContext) {
        self.text = text
        bytes = Array(text.utf8)
        self.context = context
    }

    mutating func outcome() -> Outcome {
        guard tokenize(), !tokens.isEmpty else { return .notASum }
        if problems.contains(where: { $0.code != .moneyDecimals && $0.code != .badDate }) { return .notASum }
        // Several names one after another are a text; an operator makes them a calculation.
        guard hasSign || hasBeside || partCount <= 1 else { return .notASum }
        // Without `after` or `before`, a text may well say `{count} days`.
        guard hasBeside || !hasUnit else { return .notASum }
        guard tokens.count <= Self.mostTokens, let sum = whole(), next == tokens.count else {
            if hasBeside, !hasSign { return .notASum }
            problems.append(
                Problem(
                    .badSum, "`\(text)` cannot be reckoned", at: 0..<bytes.count, label: "not a sum",
                    help: "a sum looks like `{price} * 2 + 4.90 EUR`; put a text in quotes"))
            return .broken
        }
        return .sum(sum)
    }

    private var hasSign: Bool { tokens.contains { if case .sign = $0.token { true } else { false } } }

    private var hasBeside: Bool { tokens.contains { if case .beside = $0.token { true } else { false } } }

    private var hasUnit: Bool { tokens.contains { if case .unit = $0.token { true } else { false } } }

    private var partCount: Int { tokens.count { if case .part = $0.token { true } else { false } } }

    // The grammar: `length after moment` or a sum, a sum of terms, a term of factors.

    private mutating func whole() -> ArithmeticSyntax? {
        guard let first = sum() else { return nil }
        guard next < tokens.count, case .beside(let sign) = tokens[next].token else { return first }
        next += 1
        guard let moment = sum() else { return nil }
        return .binary(sign, moment, first, range: first.range.lowerBound..<moment.range.upperBound)
    }

    private mutating func sum() -> ArithmeticSyntax? { chain([.plus, .minus]) { $0.term() } }

    private mutating func term() -> ArithmeticSyntax? { chain([.times, .over]) { $0.part() } }

    private mutating func chain(
        _ signs: [Arithmetic.Sign], of part: (inout ArithmeticParser) -> ArithmeticSyntax?
    ) -> ArithmeticSyntax? {
        guard var left = part(&self) else { return nil }
        while next < tokens.count, case .sign(let sign) = tokens[next].token, signs.contains(sign) {
            next += 1
            guard let right = part(&self) else { return nil }
            left = .binary(sign, left, right, range: left.range.lowerBound..<right.range.upperBound)
        }
        return left
    }

    private mutating func part() -> ArithmeticSyntax? {
        guard next < tokens.count, depth < 50 else { return nil }
        defer { next += 1 }
        switch tokens[next].token {
        case .part(let part):
            guard next + 1 < tokens.count, case .unit(let length) = tokens[next + 1].token else { return part }
            next += 1
            let range = tokens[next].range
            return .binary(
                .times, part, .constant(.duration(length), range: range),
                range: part.range.lowerBound..<range.upperBound)
        case .open:
            next += 1
            depth += 1
            defer { depth -= 1 }
            guard let inner = sum(), next < tokens.count, case .close = tokens[next].token else { return nil }
            return inner
        case .sign, .close, .unit, .beside: return nil
        }
    }

    // The tokens.

    private mutating func tokenize() -> Bool {
        var at = 0
        while at < bytes.count {
            if isSpace(at) {
                at += 1
                continue
            }
            guard let (token, end) = token(at: at) else { return false }
            tokens.append((token, at..<end))
            at = end
        }
        return true
    }

    private mutating func token(at start: Int) -> (Token, Int)? {
        switch bytes[start] {
        case UInt8(ascii: "+"): (.sign(.plus), start + 1)
        case UInt8(ascii: "*"): (.sign(.times), start + 1)
        case UInt8(ascii: "/"): (.sign(.over), start + 1)
        case UInt8(ascii: "("): (.open, start + 1)
        case UInt8(ascii: ")"): (.close, start + 1)
        case UInt8(ascii: "-"): minus(at: start)
        case UInt8(ascii: "{"): insert(at: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): literal(at: start)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): word(at: start)
        default: nil
        }
    }

    /// A minus has spaces around it; before a number at the beginning of a part it belongs to the number.
    private mutating func minus(at start: Int) -> (Token, Int)? {
        let spaceBefore = start == 0 || isSpace(start - 1)
        if spaceBefore, start + 1 < bytes.count, isSpace(start + 1) { return (.sign(.minus), start + 1) }
        let startsPart: Bool =
            switch tokens.last?.token {
            case nil, .sign, .open, .beside: true
            case .part, .close, .unit: false
            }
        guard startsPart, start + 1 < bytes.count, Literal.isDigit(bytes[start + 1]) else { return nil }
        return literal(at: start)
    }

    /// `after` and `before`, and a unit behind a name.
    private func word(at start: Int) -> (Token, Int)? {
        guard start > 0, isSpace(start - 1), let word = word(after: start - 1) else { return nil }
        switch string(word) {
        case "after": return (.beside(.plus), word.upperBound)
        case "before": return (.beside(.minus), word.upperBound)
        default:
            guard case .part(.insert)? = tokens.last?.token, let unit = Literal.unit(string(word)) else { return nil }
            return (.unit(unit), word.upperBound)
        }
    }

    private mutating func insert(at start: Int) -> (Token, Int)? {
        guard let closing = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let (template, found) = Template.parse(bytes[start...closing])
        guard found.isEmpty, let insert = template.onlyInsert, case .usual = insert.style else { return nil }
        return (.part(.insert(insert)), closing + 1)
    }

    /// A date, a duration, money or a number: the longest match.
    private mutating func literal(at start: Int) -> (Token, Int)? {
        if let end = dateEnd(from: start) { return date(start..<end) }
        guard let number = numberEnd(from: start), Decimal(plain: string(start..<number)) != nil else { return nil }
        if let (length, end) = duration(from: start, number: number) {
            return (.part(.constant(.duration(length), range: start..<end)), end)
        }
        if let money = money(from: start, number: number) { return money }
        guard number == bytes.count || !isLetter(number), let value = Decimal(plain: string(start..<number)) else {
            return nil
        }
        return (.part(.constant(.number(value), range: start..<number)), number)
    }

    private mutating func date(_ range: Range<Int>) -> (Token, Int)? {
        switch Literal.date(string(range)) {
        case .success(let date): return (.part(.constant(.date(date), range: range)), range.upperBound)
        case .failure(let mistake):
            problems.append(Problem(.badDate, mistake.message(for: string(range)), at: range))
            return (.part(.constant(.date(CalendarDate(dayNumber: 0)), range: range)), range.upperBound)
        }
    }

    private mutating func money(from start: Int, number: Int) -> (Token, Int)? {
        guard let word = word(after: number), let currency = Currency(string(word)),
            let amount = Decimal(plain: string(start..<number))
        else { return nil }
        if case .failure(.decimals(let money)) = Literal.money(string(start..<word.upperBound), currency: nil) {
            problems.append(.decimals(of: money, at: start..<word.upperBound))
        }
        let value = Value.money(Money(amount, currency))
        return (.part(.constant(value, range: start..<word.upperBound)), word.upperBound)
    }

    private func duration(from start: Int, number: Int) -> (TimeLength, Int)? {
        guard var end = word(after: number)?.upperBound, var length = Literal.duration(string(start..<end)) else {
            return nil
        }
        while let and = word(after: end), string(and) == "and", let count = word(after: and.upperBound),
            let unit = word(after: count.upperBound), let longer = Literal.duration(string(start..<unit.upperBound))
        {
            length = longer
            end = unit.upperBound
        }
        return (length, end)
    }

    private func numberEnd(from start: Int) -> Int? {
        var end = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        while end < bytes.count, Literal.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        return end
    }

    private func dateEnd(from start: Int) -> Int? {
        let end = start + 10
        guard end <= bytes.count, end == bytes.count || !Literal.isDigit(bytes[end]) && !isLetter(end) else {
            return nil
        }
        for (offset, byte) in bytes[start..<end].enumerated() {
            let isHyphen = offset == 4 || offset == 7
            guard isHyphen ? byte == UInt8(ascii: "-") : Literal.isDigit(byte) else { return nil }
        }
        return end
    }

    private func word(after start: Int) -> Range<Int>? {
        var first = start
        while first < bytes.count, isSpace(first) { first += 1 }
        guard first > start else { return nil }
        var end = first
        while end < bytes.count, isLetter(end) || Literal.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
            end += 1
        }
        return end > first ? first..<end : nil
    }

    private func isSpace(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x0A }

    private func isLetter(_ index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        default: false
        }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
