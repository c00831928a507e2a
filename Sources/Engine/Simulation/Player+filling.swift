import Diagnostics
import Expressions
import FlowEngine
import Foundation
import MessageModel

/// `fill`: the pages of a form, which are sent together.
extension Player {
    mutating func fill(_ line: LineSyntax) throws(PlayFailure) {
        guard case .form? = open?.kind else { throw nothing(to: "fill", line) }
        if line.text == "cancelled" {
            guard fills.isEmpty else {
                throw syntax("the pages above are never sent", line.verbSpan, "leave them out, or this line")
            }
            return try send(FormReply(question: open?.id, pages: [], isCancelled: true), line)
        }
        fills.append(line)
    }

    /// Sends the pages that the preceding lines have filled in.
    mutating func sendForm() throws(PlayFailure) {
        guard let first = fills.first, let asked = open, case .form(let form) = asked.kind else { return }
        let lines = fills
        fills = []
        var pages: [FormReply.Page] = []
        for line in lines {
            let page = try page(line, of: form)
            guard !pages.contains(where: { $0.name == page.name }) else {
                throw syntax("`\(page.name)` is filled in twice", line.span, "keep one of the lines")
            }
            if !page.items.isEmpty { pages.append(page) }
        }
        try send(FormReply(question: asked.id, pages: pages), first)
    }

    private mutating func send(_ reply: FormReply, _ line: LineSyntax) throws(PlayFailure) {
        try engine(line) { (world) throws(EngineError) in try world.hear(.form(reply)) }
    }

    /// `page = value`; several answers with commas, an empty value or `nothing` for a page that is skipped.
    private func page(_ line: LineSyntax, of form: AskedForm) throws(PlayFailure) -> FormReply.Page {
        guard let equals = line.text.firstIndex(of: "=") else {
            throw syntax("`\(line.text)` does not say what is filled in", line.span, "write `fill: page = value`")
        }
        let name = line.text[..<equals].trimmingCharacters(in: .whitespaces)
        let value = line.text[line.text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        guard let page = form.page(named: name) else {
            throw PlayFailure(
                .transcriptNotOffered, "the form has no page `\(name)`", at: line.span, label: "not among the pages",
                help: suggestion(for: name, among: form.pages.map(\.name), are: "there were"))
        }
        if value.isEmpty || value == "nothing" { return FormReply.Page(name: name, items: []) }
        guard case .choice(let choice) = page.question.kind else {
            return FormReply.Page(name: name, items: [FormReply.Item(id: name, value: value)])
        }
        var items: [FormReply.Item] = []
        for label in choice.several
            ? value.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) : [value]
        {
            guard let option = choice.option(called: label) else {
                let offered = choice.options.map { "`\($0.label)`" }.joined(separator: ", ")
                throw PlayFailure(
                    .transcriptNotOffered, "`\(label)` was not offered", at: line.span, label: "not among the answers",
                    help: "there were \(offered)")
            }
            items.append(FormReply.Item(id: option.choice.id, value: option.label, title: option.label))
        }
        return FormReply.Page(name: name, items: items)
    }
}
