import Diagnostics
import Expressions
import FlowCompiler

/// Declares what is named and does not exist, with the shape of its neighbours.
enum DeclarationCures {
    @Sendable static func step(_ context: CureContext) -> [Cure] {
        let name = context.marked
        let flow = context.draft.flow(of: context)
        guard Name.isIdentifier(name), let other = context.inFile("Flows/\(flow).yaml"),
            let steps = other.levels.first?.map.map("steps")
        else { return [] }
        let edit = other.appending(["\(name):", "  say: …", "  then: end"], to: steps)
        return context.cure("Make the step `\(name)`", [edit])
    }

    @Sendable static func flow(_ context: CureContext) -> [Cure] {
        let name = String(context.marked.prefix { $0 != "/" })
        let path = "Flows/\(name).yaml"
        guard Name.isIdentifier(name), context.draft.file(path) == nil else { return [] }
        let rest = context.file.text(in: context.span.range.upperBound..<context.line.range.upperBound)
        let behind = context.marked.contains("/") ? context.marked.drop { $0 != "/" } : Substring(rest)
        let written = behind.hasPrefix("/") ? behind.dropFirst().prefix { $0 != " " && $0 != "#" } : ""
        let step = written.isEmpty || written == "start" ? "hello" : String(written)
        let text = "flow: \(name)\nstart: \(step)\nsteps:\n  \(step):\n    say: …\n    then: end\n"
        return context.cure("Make the flow `\(name)`", [TextEdit(text, at: Span(file: path, range: 0..<0))])
    }

    // bot.yaml.

    @Sendable static func queue(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "people", in: "Flows/bot.yaml", copies: false) { ["\($0):"] }
    }

    @Sendable static func week(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "hours", in: "Flows/bot.yaml", copies: true) {
            ["\($0):", "  Monday to Friday: 9:00 to 18:00"]
        }
    }

    /// One more language of the bot.
    @Sendable static func language(_ context: CureContext) -> [Cure] {
        guard context.entry?.key.string == "language", let bot = context.elsewhere("Flows/bot.yaml")?.root else {
            return []
        }
        let title = "Add `\(context.marked)` to the languages of the bot"
        switch bot.entry("languages")?.value {
        case .value(let value)?:
            return context.cure(title, [TextEdit("[\(value.string), \(context.marked)]", at: value.span)])
        case .list(let list)?:
            guard let last = list.items.last?.span, let file = context.draft.file("Flows/bot.yaml") else { return [] }
            let line = LineText(file, file.line(at: last.range.lowerBound))
            let text = line.content.dash.map { "\n" + String(repeating: " ", count: $0) + "- \(context.marked)" }
            let end = last.range.upperBound
            return context.cure(
                title, [TextEdit(text ?? ", \(context.marked)", at: Span(file: file.path, range: end..<end))])
        default: return []
        }
    }

    // Config/services.yaml.

    @Sendable static func provider(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "sign_in", in: "Config/services.yaml", copies: true) {
            ["\($0):", "  discovery: https://id.example.com", "  client: \($0)"]
        }
    }

    @Sendable static func merchant(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "merchants", in: "Config/services.yaml", copies: true) {
            ["\($0):", "  identifier: merchant.com.example.\($0)", "  country: IE", "  networks: [visa, masterCard]"]
        }
    }

    @Sendable static func app(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "apps", in: "Config/services.yaml", copies: true) {
            [
                "\($0):", "  bid: com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.\($0)",
                "  app_id: 1", "  name: \($0)",
            ]
        }
    }

    @Sendable static func card(_ context: CureContext) -> [Cure] {
        context.declaring(context.marked, below: "cards", in: "Config/services.yaml", copies: true) {
            ["\($0):", "  type: application/vnd.example.\($0)+json"]
        }
    }

    // Config/actions.yaml.

    /// An action at the first of the hosts, which takes what the step gives it.
    @Sendable static func action(_ context: CureContext) -> [Cure] {
        let actions = context.elsewhere("Config/actions.yaml")?.root
        let host: String? =
            switch actions?.entry("hosts")?.value {
            case .value(let value)?: value.string
            case .list(let list)?: if case .value(let value)? = list.items.first { value.string } else { nil }
            default: nil
            }
        let inputs = context.step?.map.map("using")?.entries.map(\.key.string) ?? []
        let takes = inputs.isEmpty ? [] : ["  takes:"] + inputs.map { "    \($0): text" }
        return context.declaring(context.marked, below: "actions", in: "Config/actions.yaml", copies: false) { name in
            ["\(name):", "  post: https://\(host ?? "api.example.com")/\(name)"] + takes + ["  examples:", "    ok:"]
        }
    }

    @Sendable static func host(_ context: CureContext) -> [Cure] {
        guard let host = context.diagnostic.message.quoted(between: "`", "`"), let root = context.levels.first?.map
        else {
            return []
        }
        let title = "Allow calls to `\(host)`"
        switch root.entry("hosts")?.value {
        case .value(let value)?: return context.cure(title, [TextEdit("[\(value.string), \(host)]", at: value.span)])
        case .list(let list)?:
            guard let last = list.items.last?.span else { return [] }
            let line = LineText(context.file, context.file.line(at: last.range.lowerBound))
            let text = line.content.dash.map { context.newline + String(repeating: " ", count: $0) + "- \(host)" }
            return context.cure(
                title, [context.edit(text ?? ", \(host)", last.range.upperBound..<last.range.upperBound)])
        default:
            return context.cure(title, [root.entries.first.map { context.prepending(["hosts: [\(host)]"], to: $0) }])
        }
    }

    /// An example with a value for every result.
    @Sendable static func example(_ context: CureContext) -> [Cure] {
        guard let level = context.levels.last(where: { $0.place == .actions }),
            case .map(let action)? = level.entry.value
        else { return [] }
        let gives = (action.map("gives")?.entries ?? []).compactMap { field -> String? in
            guard case .value(let type)? = field.value, !type.string.contains("optional") else { return nil }
            return "    \(field.key.string): \(sample(of: type.string))"
        }
        return context.cure(
            "Add an example", [context.appending(["examples:", "  ok:"] + gives, to: action)])
    }

    private static func sample(of type: String) -> String {
        if type.hasPrefix("list") { return "[]" }
        return [
            "number": "1", "money": "1.00 EUR", "date": "2031-12-01", "time": "2031-12-01 10:00",
            "duration": "10 minutes", "yes or no": "yes",
        ][type] ?? "…"
    }

    /// A key from the environment, by the name of the action or of what else it belongs to.
    @Sendable static func secret(_ context: CureContext) -> [Cure] {
        guard let owner = context.levels.dropFirst().first?.entry.key.string,
            let word = context.marked.split(separator: " ").last
        else { return [] }
        let name = String(owner.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return context.replacing(context.marked.dropLast(word.count) + "{secret.\(name)}")
    }

    @Sendable static func capability(_ context: CureContext) -> [Cure] {
        guard let merchant = context.levels.last(where: { $0.place == .merchants })?.entry,
            case .map(let map)? = merchant.value, let capabilities = map.entry("capabilities")
        else { return [] }
        switch capabilities.value {
        case .value(let value)?:
            return context.cure("Add `supports3DS`", [TextEdit("[supports3DS, \(value.string)]", at: value.span)])
        case .list(let list)?:
            guard let first = list.items.first?.span.range.lowerBound else { return [] }
            let line = LineText(context.file, context.file.line(at: first))
            let isBlock = line.content.dash != nil
            let indent = context.newline + String(repeating: " ", count: line.content.dash ?? 0) + "- "
            return context.cure(
                "Add `supports3DS`", [context.edit(isBlock ? "supports3DS\(indent)" : "supports3DS, ", first..<first)],
                isCertain: true)
        default: return []
        }
    }

    /// A shorter wait for the action.
    @Sendable static func timeout(_ context: CureContext) -> [Cure] {
        guard let other = context.inFile("Config/actions.yaml"),
            let action = other.levels.first?.map.map("actions")?.map(context.marked)
        else { return [] }
        let edit =
            if case .value(let value)? = action.entry("timeout")?.value {
                TextEdit("20 seconds", at: value.span)
            } else { other.appending(["timeout: 20 seconds"], to: action) }
        return context.cure("Wait at most 20 seconds for `\(context.marked)`", [edit])
    }
}

extension CureContext {
    /// The same diagnostic in another file, for edits there.
    fileprivate func inFile(_ path: String) -> CureContext? {
        guard let root = elsewhere(path)?.root, let first = root.entries.first else { return nil }
        return CureContext(draft, Diagnostic(diagnostic.code, "", at: first.key.span))
    }

    /// A new entry below a key of a file: a copy of the last one there, or these lines.
    fileprivate func declaring(
        _ name: String, below key: String, in path: String, copies: Bool, _ lines: (String) -> [String]
    ) -> [Cure] {
        guard !name.isEmpty, !name.contains(where: { ":#{}[]\"'\n".contains($0) }) else { return [] }
        let title = "Declare `\(name)` in \(path)"
        guard let other = inFile(path), let root = other.levels.first?.map else {
            let text = (["\(key):"] + lines(name).map { "  \($0)" }).map { $0 + "\n" }.joined()
            let end = draft.file(path)?.bytes.count ?? 0
            return cure(title, [TextEdit(text, at: Span(file: path, range: end..<end))])
        }
        guard let block = root.map(key), let last = block.entries.last else {
            guard root.entry(key) == nil else { return [] }
            return cure(title, [other.appending(["\(key):"] + lines(name).map { "  \($0)" }, to: root)])
        }
        let column = other.column(of: block)
        guard copies, last.value != nil else { return cure(title, [other.appending(lines(name), to: block)]) }
        // The lines below the name of the neighbour, with their own indentation.
        let written: [Substring] = Substring(other.text(of: last)).split(omittingEmptySubsequences: false) {
            $0.isNewline
        }
        let copied = written.dropFirst().map { line -> String in
            let blanks = line.prefix { $0 == " " }.count
            return String(line.dropFirst(min(column, blanks)))
        }
        return cure(title, [other.appending(["\(name):"] + copied, to: block)])
    }
}

extension Draft {
    /// The flow in which a step is meant that a diagnostic marks.
    fileprivate func flow(of context: CureContext) -> String {
        for occurrence in index.occurrences(in: context.file.path, at: context.span.range.lowerBound) {
            if case .step(_, let flow) = occurrence.thing { return flow }
        }
        return context.file.flowName
    }
}
