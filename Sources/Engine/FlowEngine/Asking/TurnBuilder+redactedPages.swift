import Expressions
import FlowModel
import MessageModel

/// The pages of a form are stored as they were asked, without marks. What is private in them is found in the flow.
extension TurnBuilder {
    /// A page that is asked as a question, without private data; `nil` when it contains none. A summary has marks of its
    /// own.
    ///
    /// - Parameter page: the name of the page; `nil` for the summary.
    func redacted(_ asked: AskedQuestion, onPage page: String?, of question: Question?) -> AskedQuestion? {
        guard let page, holdsPrivate(page, of: question) else { return nil }
        let name = Self.name(ofPage: page, of: question)
        var shown = asked
        shown.prompt = PrivateMarks.marked(asked.prompt, by: name)
        shown.bubble.title = PrivateMarks.marked(asked.bubble.title, by: name)
        if case .choice(var choice) = asked.kind {
            for index in choice.options.indices { choice.options[index].mark(name) }
            shown.kind = .choice(choice)
        }
        return shown
    }

    /// A summary that is asked once more, without the answers in it; `nil` when none of them is private.
    func redacted(summary asked: AskedQuestion, of name: String, _ question: Question?) -> AskedQuestion? {
        guard session.isPrivate else { return nil }
        let pages: [FormPage]? = if case .form(let form)? = question?.kind { form.pages } else { nil }
        let hides = pages?.contains { $0.names.contains(where: scope.isPrivate) } ?? true
        guard hides || session.isPrivate(Name([name])) else { return nil }
        var shown = asked
        shown.prompt = PrivateMarks.marked(asked.prompt, by: Name([name]))
        shown.bubble = marked(asked.bubble, of: name, question)
        return shown
    }

    /// The bubble of a whole form, with marked texts when its author has inserted private data into them.
    func marked(_ bubble: MessageBubble, of name: String, _ question: Question?) -> MessageBubble {
        guard session.isPrivate, question?.returnedNames.contains(where: scope.isPrivate) ?? true else { return bubble }
        var marked = bubble
        marked.title = PrivateMarks.marked(bubble.title, by: Name([name]))
        marked.reply = PrivateMarks.marked(bubble.reply, by: Name([name]))
        return marked
    }

    /// A text of a page, marked when the page contains private data.
    func marked(_ text: String, onPage page: String, of question: Question?) -> String {
        guard !text.allSatisfy(\.isWhitespace), holdsPrivate(page, of: question) else { return text }
        return PrivateMarks.marked(text, by: Self.name(ofPage: page, of: question))
    }

    /// Whether the texts or answers of a page may contain private data. A page that the flow no longer has may.
    private func holdsPrivate(_ name: String, of question: Question?) -> Bool {
        guard session.isPrivate else { return false }
        guard case .form(let form)? = question?.kind, let page = form.pages.first(where: { $0.name == name }) else {
            return true
        }
        return page.names.contains(where: scope.isPrivate)
    }

    private static func name(ofPage page: String, of question: Question?) -> Name {
        Name([question?.name, page].compactMap { $0 })
    }
}

extension AskedChoice.Option {
    fileprivate mutating func mark(_ name: Name) {
        let mark = { (text: String) in PrivateMarks.marked(text, by: name) }
        choice.id = mark(choice.id)
        choice.label = mark(choice.label)
        choice.shown = choice.shown.map(mark)
        choice.note = choice.note.map(mark)
        section = section.map(mark)
        if let image { self.image = Picture(source: mark(image.source), alt: image.alt.map(mark)) }
    }
}
