import Diagnostics
import FlowCompiler
import FlowModel
import SampleProjects

/// A flow as it is compiled, with the lines that say so.
struct WrittenFlow {
    let flow: Flow
    let steps: WrittenSteps
    let source: SourceFile
    let lines: [String]

    init(_ flow: Flow, _ steps: WrittenSteps, in source: SourceFile) {
        self.flow = flow
        self.steps = steps
        self.source = source
        lines = source.lines
    }

    /// A line that ends with a destination.
    struct Lead {
        let line: Int
        /// What stands before the destination.
        let beginning: String
        let destination: String
    }

    func step(_ name: String) -> Step? { flow.steps.first { $0.name == name } }

    // Lines.

    func number(of span: Span) -> Int { source.line(at: span.range.lowerBound) }

    /// The spaces before a line; `nil` for a blank line and a comment.
    func indent(_ number: Int) -> Int? {
        let text = lines[number].drop { $0 == " " }
        return text.isEmpty || text.hasPrefix("#") ? nil : lines[number].count - text.count
    }

    /// A line with all that belongs to it.
    func block(at number: Int) -> Range<Int> {
        let own = indent(number) ?? 0
        var end = number + 1
        var next = end
        while next < lines.count {
            if let column = indent(next) {
                guard column > own else { break }
                end = next + 1
            }
            next += 1
        }
        return number..<end
    }

    /// The line of a step with a key and a value on the same line, such as `then: bye`.
    func line(_ key: String, of step: String) -> Int? {
        guard let name = steps.items.first(where: { $0.step == step && $0.way == nil }) else { return nil }
        let body = block(at: number(of: name.span)).dropFirst()
        guard let column = body.compactMap({ indent($0) }).first else { return nil }
        return body.first { indent($0) == column && lines[$0].dropFirst(column).hasPrefix("\(key): ") }
    }

    // Destinations.

    /// The destination that ends a line, behind the last `: `.
    func lead(in number: Int) -> Lead? {
        let line = lines[number]
        guard let colon = line.ranges(of: ": ").last else { return nil }
        let destination = line[colon.upperBound...]
        guard !destination.isEmpty, destination.allSatisfy(\.isOfName) else { return nil }
        return Lead(
            line: number, beginning: String(line[..<colon.upperBound]), destination: String(destination))
    }

    /// Where an answer leads: behind its label, or in the `then` below it.
    func lead(ofAnswer item: WrittenSteps.Item) -> Lead? {
        let number = self.number(of: item.span)
        let end = source.lineRange(number).upperBound
        let rest = source.text(in: min(item.span.range.upperBound, end)..<end)
        let behind = rest.drop { "\"'".contains($0) }
        if behind.hasPrefix(": ") { return lead(in: number) }
        guard behind.isEmpty, let dash = indent(number), lines[number].dropFirst(dash).hasPrefix("- ") else {
            return nil
        }
        return block(at: number).dropFirst().lazy.filter { indent($0) == dash + 2 }
            .first { lines[$0].dropFirst(dash + 2).hasPrefix("then: ") }.flatMap { lead(in: $0) }
    }

    // Mutations.

    func mutation(_ kind: MutationKind, _ range: Range<Int>, to after: [String]) -> Mutation {
        Mutation(kind: kind, file: source.path, lines: range, before: Array(lines[range]), after: after)
    }

    /// The line that leads elsewhere.
    func leading(_ lead: Lead, to destination: String) -> String { lead.beginning + destination }
}

extension Character {
    /// Whether it may be a part of a destination.
    fileprivate var isOfName: Bool { isLetter || isNumber || self == "_" || self == "-" || self == "/" }
}
