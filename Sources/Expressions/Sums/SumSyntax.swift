import Diagnostics

/// What a name is set to, as written.
public enum AssignedSyntax: Sendable, Hashable {
    /// Made only of names, numbers, money, durations, dates, signs and brackets.
    case sum(SumSyntax)
    case text(Template)
    case yesNo(Bool)
    /// `[a, b]`; without items a list of whatever comes first.
    case list([Template])
    /// Empties the name.
    case nothing
    /// What could not be read; it has been reported.
    case broken
}

/// A sum with the places of its parts.
public indirect enum SumSyntax: Sendable, Hashable {
    case constant(Value, range: Range<Int>)
    case insert(Template.Insert)
    case binary(Sum.Sign, SumSyntax, SumSyntax, range: Range<Int>)

    public var range: Range<Int> {
        switch self {
        case .constant(_, let range), .binary(_, _, _, let range): range
        case .insert(let insert): insert.range
        }
    }

    /// All names in it, in the order written.
    public var inserts: [Template.Insert] {
        switch self {
        case .constant: []
        case .insert(let insert): [insert]
        case .binary(_, let left, let right, _): left.inserts + right.inserts
        }
    }
}

extension AssignedSyntax {
    /// Reads what a name is set to.
    ///
    /// - Parameter isQuoted: whether it stood in quotes, which makes anything a text.
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
            var parser = SumParser(text, context)
            switch parser.outcome() {
            case .sum(let sum): return (.sum(sum), parser.problems)
            case .broken: return (.broken, parser.problems)
            case .notASum: break
            }
        }
        let (template, problems) = Template.parse(text)
        return (.text(template), problems)
    }

    private static func list(_ text: String) -> (AssignedSyntax, [Problem]) {
        var items: [Template] = []
        var problems: [Problem] = []
        for item in text.dropFirst().dropLast().split(separator: ",") {
            let word = item.drop { $0 == " " }
            let (template, found) = Template.parse(String(word).trimmingSpaces())
            let shift = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            items.append(template)
            problems += found.map {
                Problem(
                    $0.code, $0.message, at: $0.range.lowerBound + shift..<$0.range.upperBound + shift, label: $0.label,
                    help: $0.help)
            }
        }
        return (.list(items), problems)
    }
}

extension String {
    func trimmingSpaces() -> String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        while text.first == " " { text.removeFirst() }
        return String(text)
    }
}
