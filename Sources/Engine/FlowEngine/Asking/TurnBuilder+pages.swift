import Expressions
import FlowModel
import MessageModel

/// The pages of a form as separate questions.
extension TurnBuilder {
    /// Starts with the first page, after the form's own intro.
    mutating func beginPages(of asked: AskedQuestion, _ question: Question) {
        guard case .form(let form) = asked.kind else { return }
        say(asked.prompt)
        if let intro = form.intro { say([intro.title, intro.text].compactMap { $0 }.joined(separator: "\n")) }
        let progress = FormProgress(asked: asked, answers: Fields(), skipped: [], page: nil, isSent: false)
        askPage(of: progress, name: question.name, version: bot.version, question)
    }

    /// Handles the answer to the open page, or its skip.
    mutating func acceptPage(_ value: Value?, _ progress: FormProgress, _ open: OpenQuestion) throws(EngineError) {
        var progress = progress
        if let page = progress.page {
            if let value { progress.answers[page] = bounded(value) } else { progress.skipped.insert(page) }
        } else if case .choice(let choice)? = value, choice.id == Self.changeID {
            progress.answers = Fields()
            progress.skipped = []
        } else if case .choice(let choice)? = value, choice.id == Self.sendID {
            progress.isSent = true
        } else {
            // Any other text is not an answer to a summary, even when the flow accepts any.
            return try repeatQuestion()
        }
        try goOn(with: progress, open)
    }

    /// Asks the next page, then the summary; after that, accepts the form.
    mutating func goOn(with progress: FormProgress, _ open: OpenQuestion) throws(EngineError) {
        guard isComplete(progress) else {
            return askPage(
                of: progress, name: open.name, version: open.version, openStepQuestion)
        }
        var whole = open
        whole.asked = progress.asked
        whole.form = nil
        session.open = whole
        try accept(progress.record, whole)
    }

    private func isComplete(_ progress: FormProgress) -> Bool {
        progress.way.next == nil && (progress.isSent || !(progress.form?.hasSummary ?? false))
    }

    /// Asks the next open page of a form.
    ///
    /// - Parameter question: the question in the current flow, for its exits.
    mutating func askPage(of progress: FormProgress, name: String, version: String, _ question: Question?) {
        var progress = progress
        let way = progress.way
        progress.page = way.next?.name
        if let page = way.next, let title = page.title { say(marked(title, onPage: page.name, of: question)) }
        let isPrivate = question.map { isAnsweredPrivately($0) } ?? false || session.isPrivate(Name([name]))
        var asked = way.next?.question ?? summary(of: progress, way.passed, name, question, isPrivate: isPrivate)
        asked.id = newID()
        asked.isExact = progress.asked.isExact
        send(asked, shown: redacted(asked, onPage: progress.page, of: question))
        sayHowToSkip(asked)
        session.open = OpenQuestion(
            asked: asked, name: name, version: version, earlierIDs: [], misfits: 0, silences: 0,
            silentAt: question?.silent.map { now + $0.after }, turn: session.turn + 1, isPrivate: isPrivate,
            form: progress)
        session.status = .waiting
    }

    /// Says how a page is left out, unless the device has a button for that or the page says so itself.
    private mutating func sayHowToSkip(_ asked: AskedQuestion) {
        guard event.usesFourthRules, let word = asked.skipWord, session.device.channel != .web,
            !asked.prompt.lowercased().contains(word.lowercased())
        else { return }
        let hint = plainText(bot.texts.phrase(.skipHint, in: session.language))
        say("\(hint) \(word)")
    }

    /// Asks the open page once more, without resetting the counters.
    mutating func repeatPage(_ open: OpenQuestion) {
        var again = open
        again.asked.id = newID()
        again.earlierIDs = Array(open.ids.suffix(10))
        again.wait(for: openStepQuestion, since: now, in: session.turn + 1)
        let page = open.form?.page
        send(
            again.asked,
            shown: page == nil
                ? redacted(summary: again.asked, of: open.name, openStepQuestion)
                : redacted(again.asked, onPage: page, of: openStepQuestion))
        session.open = again
    }

    /// Returns to the previous page. Returns whether there was one.
    mutating func goBackAPage(_ progress: FormProgress, _ open: OpenQuestion) -> Bool {
        guard let last = progress.way.passed.last else { return false }
        var progress = progress
        progress.forget(last.name)
        askPage(of: progress, name: open.name, version: open.version, openStepQuestion)
        return true
    }

    // The summary.

    private static var sendID: String { "send" }
    private static var changeID: String { "change" }

    /// All answers, one per line, to be sent or changed. They are sent before a bubble with the form's title, which
    /// could not hold them all.
    private func summary(
        of progress: FormProgress, _ pages: [AskedForm.Page], _ name: String, _ question: Question?, isPrivate: Bool
    ) -> AskedQuestion {
        let lines = pages.compactMap { page in
            progress.answers[page.name].map { answer in
                let colon = page.label.last.map { "?:.!…".contains($0) } ?? true ? "" : ":"
                let words = wording.text(answer)
                let shown = isPrivate ? PrivateMarks.marked(words, by: Name([name, page.name])) : words
                return "\(marked(page.label, onPage: page.name, of: question))\(colon) \(shown)"
            }
        }
        let words = [(Self.sendID, progress.form?.sendWord ?? ""), (Self.changeID, progress.form?.changeWord ?? "")]
        let options = words.enumerated().map { index, word in
            AskedChoice.Option(choice: Choice(id: word.0, label: word.1), item: index)
        }
        let prompt = lines.joined(separator: "\n")
        let bubble = marked(progress.asked.bubble, of: name, question)
        return AskedQuestion(
            id: "", prompt: prompt,
            bubble: MessageBubble(
                title: bubble.title, note: bubble.note, image: nil, size: .icon, reply: bubble.reply),
            hasOwnTitle: true,
            kind: .choice(
                AskedChoice(
                    style: .automatic, options: options, several: false, atLeast: 1, atMost: nil, numberHint: "")))
    }
}
