import Diagnostics
import Expressions
import FlowCompiler

extension Draft {
    /// What the word at a position means.
    ///
    /// For a key its sentence; for a step who leads there and where it goes; for a name its type, where it is set and
    /// whether it may be empty; for a text its translations.
    public func hover(in file: String, at offset: Int) -> Hover? {
        guard let source = self.file(file) else { return nil }
        let index = self.index
        let here = index.occurrences(in: file, at: offset)
        if let occurrence = here.first(where: { if case .step = $0.thing { true } else { false } }) ?? here.last,
            let text = text(about: occurrence, index, at: offset)
        {
            return Hover(text, at: occurrence.span)
        }
        return keyHover(source, at: offset) ?? textHover(source, at: offset)
    }

    // Things.

    private func text(about occurrence: Occurrence, _ index: Index, at offset: Int) -> String? {
        switch occurrence.thing {
        case .step(let step, let flow): return aboutStep(step, flow, index)
        case .name(let name, let flow): return aboutName(name, flow, occurrence, offset)
        case .variable(let name, _, _): return "`\(name)`: one item after the other of the list behind `in`"
        case .flow(let flow): return aboutFlow(flow, index)
        case .page(let page, let step, _): return "**\(page)**: a page of the form of `\(step)`"
        case .builtIn(let name):
            let type = compilation.insight.names(of: nil).first { $0.name == name }?.type
            return "`\(name)`: \(type?.word ?? "a name of the language")" + Self.fields(of: type)
        case .action(let action): return aboutAction(action, index)
        case .text: return nil
        case .queue, .week, .fact, .result, .input, .output, .provider, .merchant, .app, .customCard, .record, .table,
            .event:
            return declared(occurrence.thing, index)
        }
    }

    private func aboutStep(_ step: String, _ flow: String, _ index: Index) -> String? {
        guard index.isDeclared(.step(step, flow: flow)) else {
            return "there is no step `\(step)` in the flow `\(flow)`"
        }
        let insight = compilation.insight
        var lines = ["**\(step)**, a step of `\(flow)`"]
        let routes = insight.routes(to: step, of: flow)
        if insight.isReachable(step, of: flow) == false {
            lines.append("Nothing leads here.")
        } else if !routes.isEmpty {
            lines.append("Led to by " + Self.list(routes.map(Self.words)) + ".")
        }
        let onwards = insight.routes(from: step, of: flow)
        if !onwards.isEmpty { lines.append("Leads to " + Self.list(onwards.map(Self.words)) + ".") }
        return lines.joined(separator: "\n\n")
    }

    private static func words(for route: Insight.Route) -> String {
        route.words.isEmpty ? "`\(route.step)`" : "`\(route.step)` (\(route.words))"
    }

    private static func list(_ words: [String]) -> String {
        var seen: Set<String> = []
        let words = words.filter { seen.insert($0).inserted }
        return words.count > 12
            ? words.prefix(12).joined(separator: ", ") + " and \(words.count - 12) more" : words.joined(separator: ", ")
    }

    private func aboutName(_ name: String, _ flow: String, _ occurrence: Occurrence, _ offset: Int) -> String? {
        let insight = compilation.insight
        guard let value = insight.names(of: flow).first(where: { $0.name == name }) else {
            return "there is nothing called `\(name)` in the flow `\(flow)`"
        }
        var lines = ["`\(name)`: \(value.type.word)" + Self.fields(of: value.type)]
        if let span = value.span, let file = file(span.file) {
            lines.append("Set in \(span.file), line \(file.line(at: span.range.lowerBound) + 1).")
        }
        let cursor = file(occurrence.span.file).flatMap { Cursor($0, at: offset) }
        if let step = cursor?.surroundings.step, occurrence.role == .reference,
            let mayBeEmpty = insight.mayBeEmpty(name, at: step, of: flow)
        {
            lines.append(mayBeEmpty ? "May be empty when `\(step)` begins." : "Has a value when `\(step)` begins.")
        }
        return lines.joined(separator: "\n\n")
    }

    private static func fields(of type: ValueType?) -> String {
        let fields = type?.fields ?? []
        return fields.isEmpty ? "" : " with " + fields.map { "`\($0.name)`" }.joined(separator: ", ")
    }

    private func aboutFlow(_ flow: String, _ index: Index) -> String? {
        guard let steps = index.results.steps[flow] else { return "there is no flow `\(flow)`" }
        let file = files.texts.first { $0.flowName == flow && !$0.isTranslation }
        let about = file.flatMap { WrittenFile($0) }?.root?.string("about")
        let count = "The flow **\(flow)**, \(steps.count) \(steps.count == 1 ? "step" : "steps")"
        return [count, about].compactMap { $0 }.joined(separator: "\n\n")
    }

    /// Examples of an action are not shown: they may hold private values.
    private func aboutAction(_ action: String, _ index: Index) -> String? {
        let block = files.actions.flatMap { WrittenFile($0) }?.root?.map("actions")?.map(action)
        guard let block else { return "there is no action `\(action)` in Config/actions.yaml" }
        var lines = ["The action **\(action)**"]
        if let about = block.string("about") { lines.append(about) }
        for (key, word) in [("takes", "Takes"), ("gives", "Gives")] {
            guard let fields = block.map(key)?.entries, !fields.isEmpty else { continue }
            let words = fields.map { field in
                if case .value(let type)? = field.value {
                    "`\(field.key.string)` (\(type.string))"
                } else {
                    "`\(field.key.string)`"
                }
            }
            lines.append("\(word) \(words.joined(separator: ", ")).")
        }
        return lines.joined(separator: "\n\n")
    }

    private func declared(_ thing: Thing, _ index: Index) -> String? {
        guard let place = index.occurrences(of: [thing]).first(where: { $0.role == .declaration }),
            let file = file(place.span.file)
        else { return "`\(thing.name)`: \(thing.kind) that is declared nowhere" }
        return
            "`\(thing.name)`: \(thing.kind), declared in \(place.span.file), line \(file.line(at: place.span.range.lowerBound) + 1)"
    }

    // Keys and texts.

    private func keyHover(_ source: SourceFile, at offset: Int) -> Hover? {
        guard let cursor = Cursor(source, at: offset), !cursor.surroundings.isContinuation else { return nil }
        let last = cursor.places.contains { $0.keysEndAtLastColon }
        let content = source.text(
            in: min(cursor.contentStart, cursor.line.range.upperBound)..<cursor.line.range.upperBound)
        guard let colon = content.keyColon(last: last) else { return nil }
        let word = String(content[..<colon])
        let span = Span(
            file: source.path, range: cursor.contentStart..<cursor.contentStart + word.utf8.count)
        guard span.touches(offset), let key = cursor.places.lazy.compactMap({ $0.table[word.trimmed] }).first else {
            return nil
        }
        return Hover("**\(key.name)**: \(key.about)", at: span)
    }

    private func textHover(_ source: SourceFile, at offset: Int) -> Hover? {
        let insight = compilation.insight
        guard
            let wording = insight.wordings(of: source.flowName).first(where: {
                $0.span.file == source.path && $0.span.touches(offset)
            })
        else { return nil }
        let translations = insight.translations(at: wording.span.range.lowerBound, of: source.path)
        guard insight.languages.count > 1 else { return nil }
        let missing = insight.languages.dropFirst().filter { language in
            !translations.contains { $0.language == language }
        }
        let lines = translations.map { "*\($0.language)*: \($0.text)" } + missing.map { "*\($0)*: not translated" }
        return Hover("`\(wording.name)`\n\n" + lines.joined(separator: "\n\n"), at: wording.span)
    }
}
