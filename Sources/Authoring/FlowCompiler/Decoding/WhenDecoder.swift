import Diagnostics
import Expressions

/// Decodes `when`: conditions with their destinations.
struct WhenDecoder {
    let findings: DiagnosticCollector

    func when(_ block: Block, key: Span) -> WhenSyntax {
        var when = WhenSyntax(key: key, lines: [], otherwise: nil, isDamaged: block.map.isDamaged)
        var otherwise: Entry?
        var isTold = false
        for entry in block.map.entries {
            if otherwise != nil, !isTold {
                reportBelowOtherwise(entry)
                isTold = true
            }
            let destination = block.destination(entry)
            if destination == nil { when.isDamaged = true }
            if isOtherwise(entry.key, &when) {
                otherwise = entry
                when.otherwise = destination
            } else {
                add(entry, destination, to: &when)
            }
        }
        if otherwise == nil, !block.map.isDamaged { reportMissingOtherwise(&when) }
        return when
    }

    private func add(_ entry: Entry, _ destination: DestinationSyntax?, to when: inout WhenSyntax) {
        let (condition, problems) = ConditionSyntax.parse(entry.key.string)
        findings.add(problems, in: entry.key.text)
        if !problems.isEmpty { when.isDamaged = true }
        guard let destination else { return }
        when.lines.append(
            WhenSyntax.Line(
                condition: condition, source: entry.key.text, span: entry.key.span, destination: destination))
    }

    /// Whether a line is the last one, possibly in another spelling, which is reported.
    private func isOtherwise(_ key: ValueNode, _ when: inout WhenSyntax) -> Bool {
        if key.string == "otherwise" { return true }
        let word = Synonyms.word(for: key.string, among: ["otherwise"]) ?? closest(to: key.string, among: ["otherwise"])
        guard word != nil else { return false }
        findings.report(
            .badCondition, "`\(key.string)` is no condition", at: key.span, label: "not a condition",
            help: "did you mean `otherwise`?")
        when.isDamaged = true
        return true
    }

    private func reportMissingOtherwise(_ when: inout WhenSyntax) {
        findings.report(
            .missingOtherwise, "what if none of these is true?", at: when.key, label: "`otherwise` is missing",
            help: "add `otherwise:` as the last line")
        when.isDamaged = true
    }

    private func reportBelowOtherwise(_ entry: Entry) {
        findings.report(
            .otherwiseNotLast, "this line is never read: `otherwise` stands above it", at: entry.key.span,
            label: "never read", help: "move `otherwise` to the end")
    }
}
