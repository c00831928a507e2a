import Diagnostics

/// The right side of an assignment, as written.
public indirect enum AssignedSyntax: Sendable, Hashable {
    /// Made only of names, numbers, money, durations, dates, operators and brackets.
    case sum(ArithmeticSyntax)
    case text(Template)
    case yesNo(Bool)
    /// `[a, b]`; without items, a list whose type the first added item decides.
    case list([Template])
    /// A block of fields with their values.
    case record([RecordPart])
    /// Empties the name.
    case nothing
    /// An expression that could not be parsed; it has been reported.
    case broken

    /// A field of a record with its value.
    public struct RecordPart: Sendable, Hashable {
        public let name: String
        public let value: AssignedSyntax

        public init(name: String, value: AssignedSyntax) {
            self.name = name
            self.value = value
        }
    }
}

/// A calculation with the locations of its parts.
public indirect enum ArithmeticSyntax: Sendable, Hashable {
    case constant(Value, range: Range<Int>)
    case insert(Template.Insert)
    case binary(Arithmetic.Sign, ArithmeticSyntax, ArithmeticSyntax, range: Range<Int>)

    public var range: Range<Int> {
        switch self {
        case .constant(_, let range), .binary(_, _, _, let range): range
        case .insert(let insert): insert.range
        }
    }

    /// All names in the calculation, in the order written.
    public var inserts: [Template.Insert] {
        switch self {
        case .constant: []
        case .insert(let insert): [insert]
        case .binary(_, let left, let right, _): left.inserts + right.inserts
        }
    }
}

extension AssignedSyntax {
    /// Parses the right side of an assignment.
    ///
    /// - Parameter isQuoted: whether it was in quotes, which makes anything a text.
    public static func parse(
        _ text: String, isQuoted: Bool, _ context: ReadingContext
    ) -> (value: AssignedSyntax, problems: [Problem]) {
        if !isQuoted {
            switch text {
            case "yes", "true": return (.yesNo(true), [])
            case "no", "false": return (.yesNo(false), [])
            case "nothing": return (.nothing, [])
            default: break
            }
            if text.hasPrefix("["), text.hasSuffix("]") { return list(text) }
            if text.hasPrefix("["), !text.contains("]") { return (.broken, [unclosedList]) }
            var parser = ArithmeticParser(text, context)
            switch parser.outcome() {
            case .sum(let sum): return (.sum(sum), parser.problems)
            case .broken: return (.broken, parser.problems)
            case .notASum: break
            }
        }
        let (template, problems) = Template.parse(text)
        return (problems.isEmpty ? .text(template) : .broken, problems)
    }

    private static let unclosedList = Problem(
        .unclosedList, "this list has no `]`", at: 0..<1, label: "opened here",
        help: "close it on the same line, or put the text in quotes")

    /// `[a, "b, c"]`: texts with commas between them, in quotes where there is a comma inside.
    private static func list(_ text: String) -> (AssignedSyntax, [Problem]) {
        let bytes = Array(text.utf8)
        var items: [Template] = []
        var problems: [Problem] = []
        for range in parts(of: bytes) {
            let (item, found) = Template.parse(bytes[unquoted(range, bytes)])
            items.append(item)
            problems += found
        }
        return (.list(items), problems)
    }

    /// The parts between the commas, without surrounding spaces; no parts when there is no text.
    private static func parts(of bytes: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 1
        var at = 1
        while at < bytes.count {
            let isQuote = bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'")
            if isQuote, trimmed(start..<at, bytes).isEmpty, let closing = QuotedText.closing(bytes[at...]) {
                at += closing
            } else if bytes[at] == UInt8(ascii: ",") || at == bytes.count - 1 {
                parts.append(trimmed(start..<at, bytes))
                start = at + 1
            }
            at += 1
        }
        return parts.filter { !$0.isEmpty }
    }

    private static func unquoted(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        let isQuote = bytes[range.lowerBound] == UInt8(ascii: "\"") || bytes[range.lowerBound] == UInt8(ascii: "'")
        guard isQuote, QuotedText.closing(bytes[range]) == range.count - 1 else { return range }
        return range.dropFirst().dropLast()
    }

    private static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] == 0x20 { range = range.dropFirst() }
        while let last = range.last, bytes[last] == 0x20 { range = range.dropLast() }
        return range
    }
}
