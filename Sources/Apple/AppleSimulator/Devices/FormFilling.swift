import Expressions
import Foundation
import JSON

/// Steps through a form as a device does: page by page along its branches, as far as the entries allow.
struct FormFilling: Sendable {
    /// A page that was filled in.
    struct Page: Sendable {
        let page: FormPage
        let items: [Item]
    }

    /// One answer on a page.
    struct Item: Sendable {
        let identifier: String
        /// The title shown to the customer.
        let title: String
        let value: String
    }

    /// The visited pages in order.
    private(set) var pages: [Page] = []
    /// The page to fill in next; `nil` when the form can be sent.
    private(set) var waiting: FormPage?

    private let today: CalendarDate
    private let zone: Zone
    private let locale: String?

    /// - Parameters:
    ///   - entries: the answers by the identifiers of pages.
    ///   - isWhole: whether pages without an entry keep their initial state; otherwise the first of them is the one to
    ///     fill in next.
    ///   - today: the current day for the customer.
    init(
        _ form: Form, with entries: [String: [String]], isWhole: Bool, on device: SimulatedDevice, at moment: Moment
    ) throws(ValidationError) {
        zone = device.zone
        today = device.zone.date(at: moment)
        locale = device.locale
        if let unknown = entries.keys.sorted().first(where: { form.page($0) == nil }) {
            let known = form.pages.map { "`\($0.identifier)`" }.joined(separator: ", ")
            throw ValidationError("pages.\(unknown)", "the form has no such page; it has \(known)")
        }
        var next: String? = form.startPage
        while let identifier = next, let page = form.page(identifier) {
            guard !pages.contains(where: { $0.page.identifier == identifier }) else {
                throw ValidationError("pages.\(identifier)", "the form loops back to this page and never ends")
            }
            if !isWhole, entries[identifier] == nil {
                waiting = page
                break
            }
            let items = try within("pages.\(identifier)") { () throws(ValidationError) in
                try self.items(entries[identifier], on: page)
            }
            pages.append(Page(page: page, items: items))
            next = Self.way(from: page, items)
        }
        try expectVisited(entries.keys)
    }

    private static func way(from page: FormPage, _ items: [Item]) -> String? {
        let chosen = page.items.first { $0.identifier == items.first?.identifier }
        return chosen?.next ?? page.next
    }

    private func expectVisited(_ names: some Collection<String>) throws(ValidationError) {
        let seen = Set(pages.map(\.page.identifier))
        guard let missed = names.sorted().first(where: { !seen.contains($0) }) else { return }
        let way = pages.map { "`\($0.page.identifier)`" }.joined(separator: ", ")
        throw ValidationError("pages.\(missed)", "the customer does not reach this page; the path is \(way)")
    }

    private func items(_ entry: [String]?, on page: FormPage) throws(ValidationError) -> [Item] {
        switch page.kind {
        case .select(let items, let several): return try chosen(entry ?? [], of: items, several: several)
        case .picker(let items, _, let selected):
            return try entry.map { entry throws(ValidationError) in try chosen(entry, of: items, several: false) }
                ?? [Item(items[selected])]
        case .date(let date): return [try day(try single(entry), date, page)]
        case .input(let input): return [try typed(try single(entry) ?? "", input, page)]
        }
    }

    private func single(_ entry: [String]?) throws(ValidationError) -> String? {
        guard let entry, entry.count > 1 else { return entry?.first }
        throw ValidationError("one value is filled in here, not \(entry.count)")
    }
}

extension FormFilling {
    /// Returns the chosen items, found by identifier, value or title.
    private func chosen(
        _ names: [String], of items: [FormPage.Item], several: Bool
    ) throws(ValidationError) -> [Item] {
        guard several || names.count == 1 else {
            throw ValidationError("one item is chosen here, not \(names.count)")
        }
        guard !names.isEmpty else { throw ValidationError("at least one item is chosen here") }
        var found: Set<String> = []
        for name in names {
            guard
                let item = items.first(where: { $0.identifier == name }) ?? items.first(where: { $0.value == name })
                    ?? items.first(where: { $0.title == name })
            else {
                let known = items.map { "`\($0.identifier)` (\($0.title))" }.joined(separator: ", ")
                throw ValidationError("there is no item `\(name)`; there is \(known)")
            }
            found.insert(item.identifier)
        }
        return items.filter { found.contains($0.identifier) }.map(Item.init)
    }

    /// Returns a day given as `2026-11-21` or in the page's format; on the wire it is the midnight with which it begins
    /// for the customer.
    private func day(_ text: String?, _ date: FormDate, _ page: FormPage) throws(ValidationError) -> Item {
        let format = DayFormat(date.format, locale: locale)
        let day: CalendarDate
        if let text, !text.isEmpty {
            guard let read = format.day(text) else {
                throw ValidationError("`\(text)` is not a day such as `2026-11-21` or `\(format.text(today))`")
            }
            day = read
        } else {
            day = date.start ?? today
        }
        let last = date.last ?? today
        guard day <= last else { throw ValidationError("\(day.iso) is too late; the calendar ends on \(last.iso)") }
        if let first = date.first, day < first {
            throw ValidationError("\(day.iso) is too early; the calendar begins on \(first.iso)")
        }
        // Midnight is always a valid time of day, so the fallback is never used.
        let midnight =
            TimeOfDay(hour: 0, minute: 0).map { zone.moment(day, $0) } ?? Moment(seconds: day.dayNumber * 86_400)
        let value = UTCTime.text(midnight).prefix(19) + "Z"
        return Item(identifier: page.identifier, title: format.text(day), value: String(value))
    }

    private func typed(_ text: String, _ input: FormInput, _ page: FormPage) throws(ValidationError) -> Item {
        if text.isEmpty {
            guard !input.isRequired else { throw ValidationError("this is required and is empty") }
            return Item(identifier: page.identifier, title: "", value: "")
        }
        guard text.count <= input.longest else {
            throw ValidationError("\(text.count) characters are too long; \(input.longest) are allowed")
        }
        guard input.hasSeveralLines || !text.contains(where: \.isNewline) else {
            throw ValidationError("one line is typed here")
        }
        if let pattern = input.pattern, !Self.matches(text, pattern) {
            throw ValidationError("`\(text.prefix(100))` does not match `\(pattern)`")
        }
        return Item(identifier: page.identifier, title: (input.prefix ?? "") + text, value: text)
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let whole = NSRange(text.startIndex..., in: text)
        return (try? NSRegularExpression(pattern: "^(?:\(pattern))$"))?.firstMatch(in: text, range: whole)?.range
            == whole
    }
}

extension FormFilling.Item {
    fileprivate init(_ item: FormPage.Item) {
        self.init(identifier: item.identifier, title: item.title, value: item.value)
    }
}
