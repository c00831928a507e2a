import Diagnostics
import Expressions

/// A name that a text should contain is in braces: `[code]`, `$code` and `{{code}}` are sent as they are.
struct NamesNotInserted: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let translations = analysis.project.translations
        return zip(analysis.project.flows, analysis.names).flatMap { flow, names -> [Diagnostic] in
            let known = Set(names.names)
            let sites = flow.steps.flatMap(\.textSites).filter { $0.role == .said || $0.role == .set }
            let texts = translations.with(sites).map(\.source) + translations.with(flow.exits.texts).map(\.source)
            return texts.compactMap { diagnose($0, known) }
        }
    }

    private func diagnose(_ source: SourceText, _ known: Set<String>) -> Diagnostic? {
        let text = source.string
        guard Self.mayHaveName(text.utf8) else { return nil }
        for match in text.matches(
            of: /\{\{([A-Za-z][A-Za-z0-9_.-]*)\}\}|\[([A-Za-z][A-Za-z0-9_.-]*)\]|\$([A-Za-z][A-Za-z0-9_-]*)/)
        {
            guard let name = match.1 ?? match.2 ?? match.3, case let root = String(name.prefix { $0 != "." }),
                // In other signs than braces, `bot` and the like may be words of the text.
                known.contains(root)
                    || match.1 != nil && BuiltIns.roots.contains(root)
                        && text[..<match.range.lowerBound].last != "{" && text[match.range.upperBound...].first != "}"
            else { continue }
            let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
            return Diagnostic(
                .nameNotInserted, "customers would read `\(match.0)`",
                at: source.span(start..<start + match.0.utf8.count),
                label: "sent as it is", help: "write `{\(name)}` to put in what `\(name)` holds")
        }
        return nil
    }

    /// Whether a text has one of the signs that the names would have around them; most texts have none.
    private static func mayHaveName(_ bytes: String.UTF8View) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "$") { return true }
            if byte == UInt8(ascii: "{"), last == byte { return true }
            last = byte
        }
        return false
    }
}
