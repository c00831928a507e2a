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
        guard progress.way.next != nil else { return try goOn(with: progress, open) }
        guard !progress.answers.isEmpty else { return try misfit(open) }
        if case .retry(let phrase?, let tries, _)? = openStepQuestion?.other, tries > 0 {
            say(plainText(phrase))
        }
        try goOn(with: progress, open)
    }

    /// The answer on a page; `nil` when it cannot be taken.
    private func answer(_ items: [FormReply.Item], on page: AskedForm.Page) -> Value? {
        let words = TypedWords(language: session.language, device: event.sender?.locale)
        let today = bot.zone.date(at: now)
        switch page.question.kind {
        case .choice(let choice):
            let ids = items.map { choice.option(meantBy: $0)?.choice.id ?? $0.id }
            return page.question.answer(to: Selection(question: nil, ids: ids), ids: [])
        case .date:
            let typed = items[0].day(page.days?.format, in: bot.zone, session.language)?.iso ?? items[0].typed
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
