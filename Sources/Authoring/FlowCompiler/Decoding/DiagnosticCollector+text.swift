import Diagnostics
import Expressions

extension DiagnosticCollector {
    /// A text for customers, with its braces parsed and their errors reported.
    func text(_ value: ValueNode) -> TextSyntax {
        let (template, problems) = Template.parse(value.string)
        add(problems, in: value.text)
        return TextSyntax(source: value.text, template: template, span: value.span)
    }

    /// A destination: a step, `flow/step`, `end`, `back` or `resume`.
    func destination(_ value: ValueNode, inBot: Bool = false) -> DestinationSyntax {
        switch value.string {
        case "end": DestinationSyntax(target: .end, span: value.span, stepSpan: value.span)
        case "back": DestinationSyntax(target: .back, span: value.span, stepSpan: value.span)
        case "resume": DestinationSyntax(target: .resume, span: value.span, stepSpan: value.span)
        default: start(value, inBot: inBot)
        }
    }

    /// A starting point: a step, in bot.yaml a flow, or `flow/step`.
    func start(_ value: ValueNode, inBot: Bool) -> DestinationSyntax {
        let text = value.string
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            let target: DestinationSyntax.Target = inBot ? .flow(text, step: nil) : .step(text)
            return DestinationSyntax(target: target, span: value.span, stepSpan: value.span)
        }
        let step = String(text[text.utf8.index(after: slash)...])
        let offset = text.utf8.distance(from: text.startIndex, to: slash) + 1
        return DestinationSyntax(
            target: .flow(String(text[..<slash]), step: step == "start" ? nil : step), span: value.span,
            stepSpan: value.text.span(offset..<text.utf8.count))
    }

    /// Whether a text consists of a single name in braces; otherwise the error that `key` requires one is reported.
    ///
    /// - Parameter example: what to write instead.
    func isOneName(_ text: TextSyntax, _ key: String, such example: String? = nil) -> Bool {
        if case .usual? = text.template.onlyInsert?.style, text.template.onlyInsert?.fallback == nil { return true }
        let isBroken = text.template.inserts.isEmpty && text.source.string.contains("{")
        if !isBroken {
            report(
                .wrongShape, "`\(key)` wants a name in braces, here is a text", at: text.span, label: "a text",
                help: example.map { "write `\($0)`" } ?? "write nothing but the name, such as `{slots.times}`")
        }
        return false
    }

    /// `x in list`.
    func each(_ value: ValueNode) -> EachSyntax? {
        let words = value.string.split(separator: " ")
        guard words.count == 3, words[1] == "in", Name.isIdentifier(words[0]),
            words[2].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ Name.isIdentifier($0) })
        else {
            report(
                .badEach, "`\(value.string)` does not say what to repeat for", at: value.span, label: "not `x in list`",
                help: "write `item in a.items`")
            return nil
        }
        let place = { (word: Substring) in
            let start = value.string.utf8.distance(from: value.string.startIndex, to: word.startIndex)
            return value.text.span(start..<start + word.utf8.count)
        }
        return EachSyntax(
            variable: Located(String(words[0]), at: place(words[0])),
            list: Located(Name(String(words[2])), at: place(words[2])), span: value.span)
    }

    /// Comma-separated words, each with its location.
    ///
    /// - Parameter start: the byte offset of the first word.
    func separated(_ value: ValueNode, from start: Int = 0) -> [Word] {
        Substring(value.string.utf8.dropFirst(start)).split(separator: ",").compactMap { part in
            let word = part.drop { $0 == " " }
            let text = String(word).trimmedRight
            guard !text.isEmpty else { return nil }
            let start = value.string.utf8.distance(from: value.string.startIndex, to: word.startIndex)
            return Located(text, at: value.text.span(start..<start + text.utf8.count))
        }
    }
}

extension String {
    var trimmedRight: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
