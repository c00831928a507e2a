import Expressions
import JSON
import MessageModel
import MessageParts

/// A form of the web chat: a browser has all its pages, and determines the next one itself.
struct WebForm: Sendable {
    let shown: DeviceForm
    private let form: AskedForm

    init(_ content: FormContent, message: String) {
        form = content.form
        shown = DeviceForm(
            title: content.label,
            request: message,
            splash: [form.intro?.title, form.intro?.text].compactMap { $0 }, hasSummary: form.hasSummary,
            pages: form.pages.map(DeviceForm.Page.init))
    }

    /// Returns the page after the last completed one; `nil` when the form is complete.
    func page(after entries: [FormWalk.Entry]) throws(ChatFailure) -> String? {
        guard let last = entries.last else { return form.pages.first?.name }
        guard let page = form.page(named: last.page) else { throw ChatFailure("there is no page \(last.page)") }
        try page.check(last)
        switch page.target(of: last.values) {
        case .page(let name): return name
        case .send: return nil
        }
    }

    /// Returns the value to send: answers by their ids, without skipped pages.
    func value(of entries: [FormWalk.Entry]) -> JSONValue {
        var pages = JSONObject()
        for entry in entries {
            guard let page = form.page(named: entry.page), let value = page.value(of: entry) else { continue }
            pages[entry.page] = value
        }
        return ["pages": .object(pages)]
    }
}

extension AskedForm.Page {
    /// Returns the target of the chosen options; several options have no targets of their own.
    fileprivate func target(of ids: [String]) -> Target {
        guard case .choice(let choice) = question.kind, ids.count == 1,
            let item = choice.options.first(where: { $0.choice.id == ids[0] })?.item, ways.indices.contains(item)
        else { return next }
        return ways[item] ?? next
    }

    /// Validates an answer against the page's own rules.
    fileprivate func check(_ entry: FormWalk.Entry) throws(ChatFailure) {
        if case .date = question.kind {
            guard let day = day(of: entry) else { throw ChatFailure("write a day such as 2031-12-01") }
            if let first = days?.first, day < first {
                throw ChatFailure("\(day.iso) is too early; the calendar begins on \(first.iso)")
            }
            if let last = days?.last, day > last {
                throw ChatFailure("\(day.iso) is too late; the calendar ends on \(last.iso)")
            }
        } else if !isOptional, entry.values.allSatisfy(\.isEmpty) {
            throw ChatFailure("this is required and is empty")
        }
    }

    /// Returns the typed day, or the one on which the calendar opens.
    private func day(of entry: FormWalk.Entry) -> CalendarDate? {
        let word = entry.values.first ?? ""
        return word.isEmpty ? days?.preset ?? days?.first ?? days?.last : CalendarDate(iso: word)
    }

    /// Returns the value of a page; `nil` when it was skipped.
    fileprivate func value(of entry: FormWalk.Entry) -> JSONValue? {
        let values = entry.values.filter { !$0.isEmpty && $0 != skipID }
        switch question.kind {
        case .date: return day(of: entry).map { .string($0.iso) }
        case .choice(let choice) where choice.several: return values.isEmpty ? nil : .array(values.map { .string($0) })
        default: return values.first.map { .string($0) }
        }
    }
}

extension DeviceForm.Page {
    fileprivate init(_ page: AskedForm.Page) {
        self.init(
            name: page.name, title: page.title, question: page.question.prompt,
            hint: page.field.hint ?? page.field.example, kind: Self.kind(of: page))
    }

    private static func kind(of page: AskedForm.Page) -> DeviceForm.Kind {
        switch page.question.kind {
        case .choice(let choice):
            var items = choice.options.map { option in
                DeviceMessage.Choice(id: option.choice.id, title: option.label, note: nil, heading: nil)
            }
            if let word = page.question.skipWord {
                items.append(DeviceMessage.Choice(id: page.skipID, title: word, note: nil, heading: nil))
            }
            let preset = page.wheel.map { wheel in items.firstIndex { $0.id == wheel.preset } ?? 0 }
            return .choices(items, several: choice.several, preset: preset)
        case .date:
            let range = [page.days?.first.map { "from \($0.iso)" }, page.days?.last.map { "to \($0.iso)" }]
            let hint = range.compactMap { $0 }.joined(separator: " ")
            let start = page.days?.preset ?? page.days?.first ?? page.days?.last
            return .day(hint: hint.isEmpty ? nil : hint, start: start?.iso)
        default: return .words(prefix: page.prefix, isRequired: !page.isOptional)
        }
    }
}
