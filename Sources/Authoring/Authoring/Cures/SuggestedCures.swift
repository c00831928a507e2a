import Diagnostics
import FlowCompiler

/// The words that the help of a diagnostic offers in place of what is marked.
enum SuggestedCures {
    @Sendable static func all(_ context: CureContext) -> [Cure] {
        guard let help = context.diagnostic.help else { return [] }
        if let word = help.quoted(between: "did you mean `", "`?") {
            // A line without a colon and the like are replaced as a whole, the rest by word.
            let isCertain = context.marked.isOneSlip(from: word) || isOtherWord(context)
            return context.replacing(word, isCertain: isCertain)
        }
        if exact.contains(context.diagnostic.code), let word = help.quoted(between: "write `", "`") {
            return written(word, context)
        }
        return listed(help).flatMap { context.replacing($0) }
    }

    /// Diagnostics whose help is the text to write.
    private static let exact: Set<DiagnosticCode> = [
        .badDuration, .moneyDecimals, .unknownWord, .totalMismatch, .wrongShape,
    ]

    private static func written(_ word: String, _ context: CureContext) -> [Cure] {
        if context.diagnostic.code == .wrongShape {
            // The first letters alone are marked.
            guard word.hasPrefix("["), let value = context.value else { return [] }
            return context.cure("Write `\(word)`", [TextEdit(word, at: value.span)], isCertain: true)
        }
        let isExample = context.diagnostic.help?.contains("such as") == true
        return isExample ? [] : context.replacing(word, isCertain: context.diagnostic.code == .badDuration)
    }

    /// A key under the name that another tool gives it.
    private static func isOtherWord(_ context: CureContext) -> Bool {
        [.unknownKey, .missingColon, .badCondition].contains(context.diagnostic.code)
    }

    /// ``it knows `a`, `b` ``: the words, when there is nothing else in the help, or something behind a semicolon.
    private static func listed(_ help: String) -> [String] {
        let beginnings = ["it knows ", "it has ", "there is ", "there are ", "its formats are ", "its fields are "]
        let list = help.prefix { $0 != ";" }
        guard let beginning = beginnings.first(where: { list.hasPrefix($0) }) else { return [] }
        let words = list.dropFirst(beginning.count).split(separator: ",").map(\.trimmed)
        guard words.allSatisfy({ $0.count > 2 && $0.hasPrefix("`") && $0.hasSuffix("`") }) else { return [] }
        return words.map { String($0.dropFirst().dropLast()) }
    }
}

extension String {
    /// The text between two others.
    func quoted(between start: String, _ end: String) -> String? {
        guard let opening = firstRange(of: start),
            let closing = self[opening.upperBound...].firstRange(of: end)
        else { return nil }
        return String(self[opening.upperBound..<closing.lowerBound])
    }

    /// Whether one letter was added, left out, changed, or swapped with its neighbour, in a word of at least four.
    func isOneSlip(from other: String) -> Bool {
        let (left, right) = (Array(lowercased()), Array(other.lowercased()))
        guard Swift.max(left.count, right.count) >= 4, abs(left.count - right.count) <= 1 else { return false }
        let head = zip(left, right).prefix { $0 == $1 }.count
        let tail = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let shorter = Swift.min(left.count, right.count)
        if left.count != right.count { return head + tail >= shorter }
        if head + tail >= shorter - 1 { return true }
        guard head + tail == shorter - 2 else { return false }
        return left[head] == right[head + 1] && left[head + 1] == right[head]
    }
}
