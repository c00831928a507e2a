import Diagnostics

extension ArithmeticSyntax {
    /// The calculation ready to be evaluated, the type of its result, and all type errors.
    ///
    /// - Returns: no calculation and the type `unknown` on an error, so that no further errors follow from it.
    public func resolved(
        in types: some TypeScope, _ context: ReadingContext
    ) -> (sum: Arithmetic?, type: ValueType, problems: [Problem]) {
        switch self {
        case .constant(let value, _): return (.constant(value), value.literalType, [])
        case .insert(let insert): return insert.resolved(in: types, context)
        case .binary(let sign, let left, let right, _):
            let (first, firstType, firstProblems) = left.resolved(in: types, context)
            let (second, secondType, secondProblems) = right.resolved(in: types, context)
            let problems = firstProblems + secondProblems
            guard let first, let second else { return (nil, .unknown, problems) }
            guard let type = firstType.combined(sign, with: secondType) else {
                return (nil, .unknown, problems + [mismatch(sign, (left, firstType), (right, secondType))])
            }
            return (.binary(sign, first, second), type, problems)
        }
    }

    /// The type error of two operands: the left one is reported when it allows no calculation at all, otherwise the
    /// right one.
    private func mismatch(
        _ sign: Arithmetic.Sign, _ left: (part: ArithmeticSyntax, type: ValueType),
        _ right: (part: ArithmeticSyntax, type: ValueType)
    ) -> Problem {
        guard left.type.canBeReckoned else {
            return Problem(
                .typeMismatch, "nothing can be reckoned with \(left.type.word)", at: left.part.range,
                label: left.type.word, help: "put the whole value in quotes if it is a text")
        }
        let verb =
            switch sign {
            case .plus: "cannot be added to"
            case .minus: "cannot be taken from"
            case .times: "cannot be multiplied with"
            case .over: "cannot divide"
            }
        let isMoney = left.type == .money && right.type == .number
        return Problem(
            .typeMismatch, "\(right.type.word) \(verb) \(left.type.word)", at: right.part.range, label: right.type.word,
            help: isMoney ? "write it as money, such as `3.00 EUR`" : nil)
    }
}

extension Template.Insert {
    /// The name as a value of its own type, with its `or` words read as that type.
    public func resolved(
        in types: some TypeScope, _ context: ReadingContext
    ) -> (sum: Arithmetic?, type: ValueType, problems: [Problem]) {
        switch types.type(of: name, at: nameRange) {
        case .failure(let error): return (nil, .unknown, [error.problem])
        case .success(let type):
            guard let fallback, fallback != "nothing" else { return (.name(name, fallback: nil), type, []) }
            let plain = type.isTextual ? ValueType.text : type
            guard case .success(let value) = plain.value(of: fallback, context) else {
                let problem = Problem(
                    .typeMismatch, "`\(name.text)` is \(type.word), `\(fallback)` is not", at: range,
                    label: "`\(fallback)` is not \(type.word)")
                return (nil, .unknown, [problem])
            }
            return (.name(name, fallback: value), type, [])
        }
    }
}

extension Value {
    /// The type of a literal value.
    var literalType: ValueType {
        switch self {
        case .number: .number
        case .money: .money
        case .date: .date
        case .duration: .duration
        case .yesNo: .yesNo
        default: .text
        }
    }
}

extension ValueType {
    /// The result type of `sign` between this and `right`; `nil` when the types do not fit together.
    func combined(_ sign: Arithmetic.Sign, with right: ValueType) -> ValueType? {
        switch (asReckoned, sign, right.asReckoned) {
        case (.unknown, _, _), (_, _, .unknown): .unknown
        case (.list(let item), .plus, let added), (.list(let item), .minus, let added):
            Self.list(of: item, adding: added)
        case (.number, .times, .duration), (.duration, .times, .number): .duration
        case (.number, _, .number): .number
        case (.money, .plus, .money), (.money, .minus, .money): .money
        case (.money, .times, .number), (.number, .times, .money), (.money, .over, .number): .money
        case (.date, .plus, .duration), (.date, .minus, .duration): .date
        case (.time, .plus, .duration), (.time, .minus, .duration): .time
        case (.duration, .plus, .duration), (.duration, .minus, .duration): .duration
        default: nil
        }
    }

    private static func list(of item: ValueType?, adding added: ValueType) -> ValueType? {
        let plain = if case .list(let inner) = added { inner } else { Optional(added) }
        guard let item else { return .list(plain) }
        guard let plain else { return .list(item) }
        return item.compares(with: plain) || item.accepts(plain) ? .list(item) : nil
    }

    /// Whether the type can be a left operand.
    fileprivate var canBeReckoned: Bool {
        switch asReckoned {
        case .number, .money, .date, .time, .duration, .list, .unknown: true
        case .text, .yesNo, .choice, .file, .place, .record: false
        }
    }

    /// An answer whose ids are all numbers is calculated with as a number.
    private var asReckoned: ValueType {
        if case .choice(let choice) = self, choice.isNumeric { .number } else { self }
    }
}
