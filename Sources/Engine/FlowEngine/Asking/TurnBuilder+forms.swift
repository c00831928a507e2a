import Expressions
import FlowModel
import Foundation
import MessageModel

/// Replies of devices to forms.
extension TurnBuilder {
    /// Handles a form that was sent or dismissed.
    mutating func hear(
        _ reply: FormReply, _ open: OpenQuestion, from bubble: BubbleOrigin?
    ) throws(EngineError) -> Handling {
        if case .form(let form) = open.asked.kind, reply.question.map(open.ids.contains) ?? true {
            if reply.isCancelled { try cancelForm() } else { try take(reply, of: form, open) }
        } else if bubble != nil {
            sayOldTap()
            try repeatQuestion()
        } else {
            return .neverSent
        }
        return .handled
    }

    /// Accepts the valid answers; pages with invalid ones are asked again, one at a time.
    private mutating func take(_ reply: FormReply, of form: AskedForm, _ open: OpenQuestion) throws(EngineError) {
        notePrivacy(of: open)
        var progress = FormProgress(asked: open.asked, answers: Fields(), skipped: [], page: nil, isSent: true)
        for page in form.pages {
            let items = reply.pages.first { $0.name == page.name }?.items.filter { $0.isAnswer(on: page) } ?? []
            if items.isEmpty {
                if page.isOptional { progress.skipped.insert(page.name) }
            } else {
                progress.answers[page.name] = bounded(answer(items, on: page))
            }
        }
        guard let page = progress.way.next else { return try goOn(with: progress, open) }
        let days = days(meantIn: reply, on: page)
        let isAsked = days != nil && !progress.answers.isEmpty
        let refused = form.pages.filter { progress.answers[$0.name] == nil && !(isAsked && $0.name == page.name) }
        let given = refused.map { page in (page, items(of: reply, on: page).map { shown($0, on: page) }) }
        guard !progress.answers.isEmpty else {
            explain(given, open)
            return try misfit(open)
        }
        if case .retry(let phrase?, let tries, _)? = openStepQuestion?.other, tries > 0 {
            say(plainText(phrase))
        }
        explain(given, open)
        try goOn(with: progress, open)
        if let days, let again = session.open, again.form?.page == page.name { askWhich(days, again) }
    }

    /// The typed or chosen items of a page.
    private func items(of reply: FormReply, on page: AskedForm.Page) -> [FormReply.Item] {
        (reply.pages.first { $0.name == page.name }?.items ?? []).filter { $0.isAnswer(on: page) }
    }

    /// The text that the customer saw.
    private func shown(_ item: FormReply.Item, on page: AskedForm.Page) -> String {
        switch page.question.kind {
        case .choice(let choice): choice.option(meantBy: item)?.label ?? item.typed
        case .date where !page.isOptional:
            item.day(page.days?.format, in: bot.zone, session.language).map { wording.text(.date($0)) } ?? item.typed
        default: item.typed
        }
    }

    private var today: CalendarDate { bot.zone.date(at: now) }

    /// The dates that the text typed on a page can mean, when there are several.
    private func days(meantIn reply: FormReply, on page: AskedForm.Page) -> [CalendarDate]? {
        let items = items(of: reply, on: page)
        return items.count == 1 ? page.question.daysMeant(by: items[0].typed, in: typedWords, today: today) : nil
    }

    /// Explains which answers were rejected, and what their pages require.
    private mutating func explain(_ refused: [(page: AskedForm.Page, given: [String])], _ open: OpenQuestion) {
        let reason = plainText(bot.texts.phrase(.badAnswer, in: session.language))
        let isPrivate = open.isPrivate || session.isPrivate(Name([open.name]))
        let lines = refused.filter { !$0.given.isEmpty }.flatMap { page, given in
            let words = String(given.joined(separator: ", ").prefix(200))
            let shown = isPrivate ? PrivateMarks.marked(words, by: Name([open.name, page.name])) : words
            let hint = page.field.hint.map { marked($0, onPage: page.name, of: openStepQuestion) }
            return ["\(reason) \(shown)", hint].compactMap { $0 }
        }
        say(lines.joined(separator: "\n"))
    }

    /// The answer on a page; `nil` when it is not valid.
    private func answer(_ items: [FormReply.Item], on page: AskedForm.Page) -> Value? {
        let words = typedWords
        let today = bot.zone.date(at: now)
        switch page.question.kind {
        case .choice(let choice):
            let ids = items.map { choice.option(meantBy: $0)?.choice.id ?? $0.id }
            return page.question.answer(to: Selection(question: nil, ids: ids), ids: [])
        case .date:
            // An optional date is typed, not chosen in a calendar with a format.
            let isTyped = page.isOptional && session.region != nil
            let day = isTyped ? nil : items[0].day(page.days?.format, in: bot.zone, session.language)
            let typed = day?.iso ?? items[0].typed
            return page.question.typedAnswer(to: typed, in: words, today: today)
        default: return page.question.typedAnswer(to: items[0].typed, in: words, today: today)
        }
    }

    /// The customer has dismissed the form: `if_cancelled`, otherwise the destination of `if_other`.
    private mutating func cancelForm() throws(EngineError) {
        guard let reference = openStep, let question = question(at: reference) else { return try startOver() }
        if question.cancelled == nil, case .retry(_, _, let then) = question.other {
            return try leaveQuestion(for: then)
        }
        try leaveQuestion(for: cancel(question, bot.step(reference)))
    }
}

extension AskedChoice {
    /// The answer that a reply names: by its id, which channels may put into either field, otherwise by its label.
    fileprivate func option(meantBy item: FormReply.Item) -> Option? {
        options.first { $0.choice.id == item.id } ?? options.first { $0.choice.id == item.value }
            ?? options.first { $0.label == item.value || $0.label == item.title }
    }

    fileprivate func has(_ id: String) -> Bool { options.contains { $0.choice.id == id } }
}

extension FormReply.Item {
    /// Whether it is neither empty nor the answer that skips the page.
    fileprivate func isAnswer(on page: AskedForm.Page) -> Bool {
        if case .choice(let choice) = page.question.kind {
            return !(id == page.skipID && !choice.has(id)) && !(id.isEmpty && typed.allSatisfy(\.isWhitespace))
        }
        // For an empty field, devices may still send the prefix.
        return !typed.allSatisfy(\.isWhitespace) && !(value.isEmpty && title == page.prefix)
    }

    /// The typed text.
    fileprivate var typed: String { value.isEmpty ? title : value }

    /// The date that the customer saw: the title in the format of the page; otherwise the value, whose midnight is in
    /// the bot's time zone.
    fileprivate func day(_ format: String?, in zone: Zone, _ language: String) -> CalendarDate? {
        if let day = CalendarDate(iso: value) { return day }
        if let day = CalendarDate(title, written: format ?? "MM/dd/yyyy", in: language) { return day }
        return Moment(iso: value).map { zone.date(at: $0) }
    }
}

extension CalendarDate {
    /// Parses a date in a Unicode date pattern.
    fileprivate init?(_ text: String, written pattern: String, in language: String) {
        guard !text.isEmpty else { return nil }
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: language)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        formatter.dateFormat = pattern
        guard let date = formatter.date(from: text) else { return nil }
        self.init(dayNumber: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }
}
