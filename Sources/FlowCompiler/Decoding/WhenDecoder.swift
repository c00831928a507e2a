import Diagnostics
import Expressions

/// Reads `when`: conditions and where each leads.
struct WhenDecoder {
    let findings: Findings

    func when(_ block: Block, key: Span) -> WhenSyntax {
        var when = WhenSyntax(key: key, lines: [], otherwise: nil, isDamaged: false)
        var hasOtherwise = false
        for entry in block.map.entries {
            if hasOtherwise { reportBelowOtherwise(entry) }
            let destination = destination(of: entry)
            if entry.key.string == "otherwise" {
                hasOtherwise = true
                when.otherwise = destination
            } else {
                let (condition, problems) = ConditionSyntax.parse(entry.key.string)
                findings.add(problems, in: entry.key.text)
                guard let destination else {
                    when.isDamaged = true
                    continue
                }
                if !problems.isEmpty { when.isDamaged = true }
                when.lines.append(
                    WhenSyntax.Line(
                        condition: condition, source: entry.key.text, span: entry.key.span, destination: destination))
            }
        }
        if !hasOtherwise {
            findings.report(
                .missingOtherwise, "what if none of these is true?", at: key, label: "`otherwise` is missing",
                help: "add `otherwise:` as the last line")
            when.isDamaged = true
        } else if when.otherwise == nil {
            when.isDamaged = true
        }
        return when
    }

    private func destination(of entry: Entry) -> DestinationSyntax? {
        switch entry.value {
        case .value(let value)?: return findings.destination(value)
        case let node?: findings.reportShape(entry.key.string, wants: "one step", node)
        case nil: findings.reportEmpty(entry.key)
        }
        return nil
    }

    private func reportBelowOtherwise(_ entry: Entry) {
        findings.report(
            .otherwiseNotLast, "this line is never read: `otherwise` stands above it", at: entry.key.span,
            label: "never read", help: "move `otherwise` to the end")
    }
}
