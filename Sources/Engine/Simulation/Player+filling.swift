import Diagnostics
import Expressions
import FlowEngine
import Foundation
import MessageModel

/// `fill`: the pages of a form, which are sent together.
extension Player {
    mutating func fill(_ line: LineSyntax) throws(PlayFailure) {
        guard asksForm else { throw nothing(to: "fill", line) }
        if line.text == "cancelled" {
            guard !asksPages else { throw nothing(to: "cancel", line) }
            guard fills.isEmpty else {
                throw syntax("the pages above are never sent", line.verbSpan, "leave them out, or this line")
            }
            return try send(FormReply(question: open?.id, pages: [], isCancelled: true), line)
        }
        fills.append(line)
    }

    /// Sends the pages that the preceding lines have filled in.
    mutating func sendForm() throws(PlayFailure) {
        guard let first = fills.first else { return }
        let lines = fills
        fills = []
        if asksPages { return try answerPages(lines) }
        guard let asked = open, case .form(let form) = asked.kind else { return }
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

    /// Whether a form is open, as a whole or page by page.
    private var asksForm: Bool {
        if case .form? = open?.kind { true } else { asksPages }
    }

    /// Whether the pages of a form are asked one after another, because the device has no forms.
    var asksPages: Bool { world.session?.status == .waiting && world.session?.open?.form != nil }

    /// Answers the pages of a form as they are asked. Optional pages without a line are skipped, and the summary is sent.
    /// A form that is asked behind it is another one, even when it is the same step again.
    private mutating func answerPages(_ lines: [LineSyntax]) throws(PlayFailure) {
        guard let whole = world.session?.open?.form?.asked, case .form(let form) = whole.kind else { return }
        var answers: [String: (words: String, line: LineSyntax)] = [:]
        for line in lines {
            guard let equals = line.text.firstIndex(of: "=") else {
                throw syntax("`\(line.text)` does not say what is filled in", line.span, "write `fill: page = value`")
            }
            let name = line.text[..<equals].trimmingCharacters(in: .whitespaces)
            let words = line.text[line.text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            guard form.page(named: name) != nil else { throw unknownPage(name, form, line) }
            guard answers.updateValue((words == "nothing" ? "" : words, line), forKey: name) == nil else {
                throw syntax("`\(name)` is filled in twice", line.span, "keep one of the lines")
            }
        }
        let last = lines[lines.count - 1]
        while asksPages, let progress = world.session?.open?.form, progress.asked.id == whole.id, let asked = open {
            guard let page = progress.page else {
                guard case .choice(let choice) = asked.kind, let send = choice.options.first else { return }
                let selection = Selection(question: asked.id, ids: [send.choice.id])
                world.record?.add(.customer(verb: TranscriptVerb.tap.rawValue, text: send.label))
                try engine(last) { (world) throws(EngineError) in try world.hear(.choice(selection)) }
                continue
            }
            let answer = answers[page]
            try answerPage(page, asked, answer?.words ?? "", answer?.line ?? last)
            if let now = world.session?.open?.form, now.asked.id == whole.id, now.page == page {
                throw PlayFailure(
                    .transcriptNotOffered, "`\(answer?.words ?? "")` does not answer the page `\(page)`",
                    at: (answer?.line ?? last).span, label: "does not fit")
            }
        }
    }

    private mutating func answerPage(
        _ page: String, _ asked: AskedQuestion, _ words: String, _ line: LineSyntax
    ) throws(PlayFailure) {
        var heard = Heard.text(words)
        if words.isEmpty {
            guard let skip = asked.skipWord else {
                throw PlayFailure(
                    .transcriptNotOffered, "no line fills in the page `\(page)`, which is asked here", at: line.span,
                    label: "this page is missing", help: "add `fill: \(page) = …`")
            }
            heard = .text(skip)
        } else if case .choice(let choice) = asked.kind {
            let labels =
                choice.several ? words.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [words]
            heard = .choice(
                Selection(
                    question: asked.id,
                    ids: try labels.map { label throws(PlayFailure) in
                        try option(label, of: choice, at: line.span).choice.id
                    }))
        }
        let reply = heard
        world.record?.add(.customer(verb: TranscriptVerb.fill.rawValue, text: words.isEmpty ? reply.text ?? "" : words))
        try engine(line) { (world) throws(EngineError) in try world.hear(reply) }
    }

    private func unknownPage(_ name: String, _ form: AskedForm, _ line: LineSyntax) -> PlayFailure {
        PlayFailure(
            .transcriptNotOffered, "the form has no page `\(name)`", at: line.span, label: "not among the pages",
            help: suggestion(for: name, among: form.pages.map(\.name), are: "there were"))
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
        guard let page = form.page(named: name) else { throw unknownPage(name, form, line) }
        if value.isEmpty || value == "nothing" { return FormReply.Page(name: name, items: []) }
        guard case .choice(let choice) = page.question.kind else {
            return FormReply.Page(name: name, items: [FormReply.Item(id: name, value: value)])
        }
        var items: [FormReply.Item] = []
        for label in choice.several
            ? value.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) : [value]
        {
            let option = try option(label, of: choice, at: line.span)
            items.append(FormReply.Item(id: option.choice.id, value: option.label, title: option.label))
        }
        return FormReply.Page(name: name, items: items)
    }
}
