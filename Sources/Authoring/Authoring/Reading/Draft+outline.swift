import Diagnostics
import FlowCompiler

extension Draft {
    /// The named parts of a file, in the order written.
    public func outline(of file: String) -> [Outline] {
        guard let source = self.file(file) else { return [] }
        guard let written = WrittenFile(source), let root = written.root else { return tests(of: source) }
        switch written.place {
        case .flow: return steps(root)
        case .bot: return parts(root, "people", .queue) + parts(root, "hours", .week) + parts(root, "customer", .fact)
        case .actionsFile: return parts(root, "records", .record) + parts(root, "actions", .action)
        case .services: return ["sign_in", "merchants", "apps", "cards"].flatMap { parts(root, $0, .service) }
        case .translation: return parts(root, "texts", .text)
        default: return []
        }
    }

    /// The steps of all flows, and what else is declared in the project, whose name contains the letters of `query` in
    /// their order; all of them for an empty query.
    public func symbols(matching query: String) -> [Outline] {
        files.all.filter { !$0.isTranslation }.flatMap { file -> [Outline] in
            let parts = outline(of: file.path)
            guard KeyPlace(file: file.path) == .flow else { return parts }
            let span = Span(file: file.path, range: 0..<min(file.bytes.count, file.lineRange(0).upperBound))
            return [Outline(file.flowName, .flow, span: span, nameSpan: span)]
                + parts.map { step in
                    Outline(step.name, step.kind, detail: file.flowName, span: step.span, nameSpan: step.nameSpan)
                }
        }.filter { $0.name.hasLetters(of: query) }
    }

    private func steps(_ root: MapNode) -> [Outline] {
        (root.map("steps")?.entries ?? []).map { entry in
            guard case .map(let step)? = entry.value else { return Self.part(entry, .step) }
            let pages = (step.map("form")?.entries ?? []).map { Self.part($0, .page) }
            let detail = ["ask", "say", "call", "run", "hand_over"].lazy.compactMap { step.firstText($0) }.first
            return Self.part(entry, .step, detail: detail, children: pages)
        }
    }

    private func parts(_ root: MapNode, _ key: String, _ kind: Outline.Kind) -> [Outline] {
        (root.map(key)?.entries ?? []).map { entry in
            let about =
                if case .map(let block)? = entry.value { block.string("about") ?? block.string("text") } else {
                    String?.none
                }
            return Self.part(entry, kind, detail: about)
        }
    }

    private static func part(
        _ entry: Entry, _ kind: Outline.Kind, detail: String? = nil, children: [Outline] = []
    ) -> Outline {
        Outline(
            entry.key.string, kind, detail: detail.map { $0.shortened }, span: entry.span, nameSpan: entry.key.span,
            children: children)
    }

    private func tests(of file: SourceFile) -> [Outline] {
        let lines = TranscriptLine.all(of: file).filter { $0.verb == "test" }
        return lines.enumerated().map { index, line in
            let end = index + 1 < lines.count ? lines[index + 1].verbSpan.range.lowerBound : file.bytes.count
            let span = Span(file: file.path, range: line.verbSpan.range.lowerBound..<end)
            let name = line.text.string.isEmpty ? line.verbSpan : line.text.whole
            return Outline(line.text.string, .test, span: span, nameSpan: name)
        }
    }
}

extension MapNode {
    /// The text of a key, or the first of its list.
    fileprivate func firstText(_ key: String) -> String? {
        switch entry(key)?.value {
        case .value(let value)?: return value.string
        case .list(let list)?:
            if case .value(let value)? = list.items.first { return value.string }
            return nil
        default: return nil
        }
    }
}

extension String {
    /// On one line, with an ellipsis when it is long.
    fileprivate var shortened: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? line.prefix(59) + "…" : line
    }

    fileprivate func hasLetters(of query: String) -> Bool {
        var rest = query.lowercased().filter { !$0.isWhitespace }[...]
        for letter in lowercased() where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
