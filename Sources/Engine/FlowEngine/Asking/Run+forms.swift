import Expressions
import FlowModel
import Foundation
import MessageModel

/// What devices send back of forms.
extension Run {
    /// A form was filled in, or put away. Returns why it is ignored, or `nil`.
    mutating func hear(
        _ reply: FormReply, _ open: OpenQuestion, from bubble: BubbleOrigin?
    ) throws(EngineError) -> String? {
        if case .form(let form) = open.asked.kind, reply.question.map(open.ids.contains) ?? true {
            if reply.isCancelled { try cancelForm() } else { try take(reply, of: form, open) }
        } else if bubble != nil {
            sayOldTap()
            try repeatQuestion()
        } else {
            return "a reply to a question that was never sent"
        }
        return nil
    }

    /// Takes what the device could check; pages that cannot be taken are asked again, each alone.
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

    /// What was typed or chosen on a page.
    private func items(of reply: FormReply, on page: AskedForm.Page) -> [FormReply.Item] {
        (reply.pages.first { $0.name == page.name }?.items ?? []).filter { $0.isAnswer(on: page) }
    }

    /// As the customer saw it.
    private func shown(_ item: FormReply.Item, on page: AskedForm.Page) -> String {
        switch page.question.kind {
        case .choice(let choice): choice.option(meantBy: item)?.label ?? item.typed
        case .date where !page.isOptional:
            item.day(page.days?.format, in: bot.zone, session.language).map { wording.text(.date($0)) } ?? item.typed
        default: item.typed
        }
    }

    private var today: CalendarDate { bot.zone.date(at: now) }

    /// The days that may be meant by what was typed on a page, when they are more than one.
    private func days(meantIn reply: FormReply, on page: AskedForm.Page) -> [CalendarDate]? {
        let items = items(of: reply, on: page)
        return items.count == 1 ? page.question.daysMeant(by: items[0].typed, in: typedWords, today: today) : nil
    }

    /// Says what was given on pages that cannot be taken, and what they want.
    private mutating func explain(_ refused: [(page: AskedForm.Page, given: [String])], _ open: OpenQuestion) {
        let reason = plainText(bot.texts.phrase(.badAnswer, in: session.language))
        let isPrivate = open.isPrivate || session.isPrivate(Name([open.name]))
        let lines = refused.filter { !$0.given.isEmpty }.flatMap { page, given in
            let words = String(given.joined(separator: ", ").prefix(200))
            let shown = isPrivate ? PrivateMarks.marked(words, by: Name([open.name, page.name])) : words
            return ["\(reason) \(shown)", page.field.hint].compactMap { $0 }
        }
        say(lines.joined(separator: "\n"))
    }

    /// The answer on a page; `nil` when it cannot be taken.
    private func answer(_ items: [FormReply.Item], on page: AskedForm.Page) -> Value? {
        let words = typedWords
        let today = bot.zone.date(at: now)
        switch page.question.kind {
        case .choice(let choice):
            let ids = items.map { choice.option(meantBy: $0)?.choice.id ?? $0.id }
            return page.question.answer(to: Selection(question: nil, ids: ids), ids: [])
        case .date:
            // A day that may be left out is typed, not chosen in a calendar that has a format.
            let isTyped = page.isOptional && session.region != nil
            let day = isTyped ? nil : items[0].day(page.days?.format, in: bot.zone, session.language)
            let typed = day?.iso ?? items[0].typed
            return page.question.typedAnswer(to: typed, in: words, today: today)
        default: return page.question.typedAnswer(to: items[0].typed, in: words, today: today)
        }
    }

    /// The customer has put the form away: `if_cancelled`, else the way out of `if_other`.
    private mutating func cancelForm() throws(EngineError) {
        guard let reference = openStep, let question = question(at: reference) else { return try startOver() }
        if question.cancelled == nil, case .retry(_, _, let then) = question.other {
            return try leaveQuestion(for: then)
        }
        try leaveQuestion(for: cancel(question, bot.step(reference)))
    }
}

extension AskedChoice {
    /// The answer that a reply names: by its id, which channels may put into either place, else as it was shown.
    fileprivate func option(meantBy item: FormReply.Item) -> Option? {
        options.first { $0.choice.id == item.id } ?? options.first { $0.choice.id == item.value }
            ?? options.first { $0.label == item.value || $0.label == item.title }
    }

    fileprivate func has(_ id: String) -> Bool { options.contains { $0.choice.id == id } }
}

extension FormReply.Item {
    /// Whether it is more than nothing, and not the answer by which a page is skipped.
    fileprivate func isAnswer(on page: AskedForm.Page) -> Bool {
        if case .choice(let choice) = page.question.kind {
            return !(id == page.skipID && !choice.has(id)) && !(id.isEmpty && typed.allSatisfy(\.isWhitespace))
        }
        // Where nothing was typed, devices may still show what stands before it.
        return !typed.allSatisfy(\.isWhitespace) && !(value.isEmpty && title == page.prefix)
    }

    /// What was typed.
    fileprivate var typed: String { value.isEmpty ? title : value }

    /// The day that the customer saw: the title in the format of the page; failing that, the value, whose midnight is
    /// that of the bot's zone.
    fileprivate func day(_ format: String?, in zone: Zone, _ language: String) -> CalendarDate? {
        if let day = CalendarDate(iso: value) { return day }
        if let day = CalendarDate(title, written: format ?? "MM/dd/yyyy", in: language) { return day }
        return Moment(iso: value).map { zone.date(at: $0) }
    }
}

extension CalendarDate {
    /// A day written in a Unicode date pattern.
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
