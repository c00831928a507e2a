import Expressions
import Foundation
import MessageModel

extension AskedQuestion {
    /// The answer that a tap gives, when it is one of those that were offered.
    ///
    /// - Parameter ids: all request identifiers under which the question was asked.
    func answer(to selection: Selection, ids: [String]) -> Value? {
        if let question = selection.question, !ids.contains(question) { return nil }
        switch kind {
        case .choice(let choice): return choice.answer(selection)
        case .times(let times): return times.answer(selection)
        case .text: return nil
        }
    }

    /// The answer that typed words give because they equal a label or its number.
    func offeredAnswer(to text: String) -> Value? {
        switch kind {
        case .choice(let choice): choice.answer(typed: text)
        case .times(let times): times.answer(typed: text)
        case .text: nil
        }
    }

    /// The answer that a question for words takes.
    func typedAnswer(to text: String) -> Value? {
        if case .text(let question) = kind { question.answer(text) } else { nil }
    }

    /// What was typed, taken as the answer as it is.
    func acceptedAnswer(_ text: String) -> Value {
        switch kind {
        case .choice(let choice):
            let answer = Value.choice(Choice(id: text, label: text))
            return choice.several ? .list([answer]) : answer
        case .times, .text: return .text(text)
        }
    }
}

extension AskedChoice {
    fileprivate func answer(_ selection: Selection) -> Value? {
        chosen(selection).flatMap(answer(with:))
    }

    /// The options that a reply means; `nil` when that is not clear.
    ///
    /// Devices differ: most send only what was chosen, some send the rest as well, in a group of its own. So only ids that
    /// were sent count; of several groups the chosen one is that of a heading we never wrote, or the first; and the title
    /// of the answer's bubble, which devices rewrite to the choice, decides where groups do not.
    private func chosen(_ selection: Selection) -> [Option]? {
        let groups = selection.groups.map { group in
            (title: group.title, options: options.filter { group.ids.contains($0.choice.id) })
        }.filter { !$0.options.isEmpty }
        let named = selection.title.map { title in options.filter { title.names($0.label) } } ?? []
        let all = groups.flatMap(\.options)
        let isEverything = all.count >= options.count && options.count > 1
        let headings = Set(options.compactMap(\.section))
        if groups.count > 1, isEverything || groups.contains(where: { !headings.contains($0.title) }) {
            return groups.first { $0.options == named }?.options ?? groups[0].options
        }
        if isEverything, !several || !named.isEmpty && named.count < all.count {
            return named.isEmpty ? nil : named
        }
        return all.isEmpty ? nil : all
    }

    private func answer(with chosen: [Option]) -> Value? {
        if !several { return chosen.count == 1 ? .choice(chosen[0].choice) : nil }
        guard chosen.count >= atLeast, chosen.count <= atMost ?? .max else { return nil }
        return .list(chosen.map { .choice($0.choice) })
    }

    fileprivate func answer(typed text: String) -> Value? {
        if !several { return option(typed: text).map { .choice($0.choice) } }
        if let option = option(typed: text) { return answer(with: [option]) }
        let words = text.split { $0 == "," || $0 == ";" || $0.isNewline }.map(String.init)
        let parts = words.count > 1 ? words : text.split(separator: " ").map(String.init)
        let found = parts.compactMap { option(typed: $0) }
        guard found.count == parts.count, !found.isEmpty else { return nil }
        return answer(with: options.filter(found.contains))
    }

    private func option(typed text: String) -> Option? {
        let typed = text.asTyped
        if let option = options.first(where: { $0.label.asTyped == typed || $0.choice.label.asTyped == typed }) {
            return option
        }
        guard let number = Int(typed), options.indices.contains(number - 1) else { return nil }
        return options[number - 1]
    }
}

extension AskedTimes {
    fileprivate func answer(_ selection: Selection) -> Value? {
        let ids = selection.groups.flatMap(\.ids)
        let slot =
            slots.first { ids.contains($0.slot.id) }
            ?? selection.start.flatMap { start in slots.first { $0.slot.start == start } }
        return slot?.value
    }

    fileprivate func answer(typed text: String) -> Value? {
        let typed = text.asTyped
        let fitting = slots.filter { $0.words.asTyped == typed || $0.time?.asTyped == typed }
        if fitting.count == 1 { return fitting[0].value }
        guard let number = Int(typed), slots.indices.contains(number - 1), slots[0].time != nil else { return nil }
        return slots[number - 1].value
    }
}

extension AskedTimes.Slot {
    fileprivate var value: Value { .time(TimeSlot(start: slot.start, duration: slot.duration)) }
}

extension AskedText {
    fileprivate func answer(_ text: String) -> Value? {
        let trimmed = text.trimmed
        guard trimmed.count >= atLeast, trimmed.count <= atMost, fits(trimmed) else { return nil }
        if let matches, let pattern = try? Pattern(matches), !pattern.matches(trimmed) { return nil }
        return .text(trimmed)
    }

    /// The check that goes with the kind of text.
    private func fits(_ text: String) -> Bool {
        switch kind {
        case "email": Self.email.matches(text)
        case "phone": Self.phone.matches(text)
        case "web address": Self.webAddress.matches(text)
        case "one line", "name", "postcode", "city", "street", "code": !text.contains(where: \.isNewline)
        default: true
        }
    }

    private static let email = compiled(#"[^\s@]+@[^\s@.]+(\.[^\s@.]+)+"#)
    private static let phone = compiled(#"\+?[\d\s()/.-]{5,25}"#)
    private static let webAddress = compiled(#"(https?://)?[^\s/.]+(\.[^\s/.]+)+(:\d+)?(/\S*)?"#)

    private static func compiled(_ source: String) -> Pattern {
        guard let pattern = try? Pattern(source) else { preconditionFailure("the pattern \(source) does not compile") }
        return pattern
    }
}

extension String {
    /// As typed words are compared: without spaces at the ends, a final `.` or `!`, and case.
    var asTyped: String {
        var text = trimmed[...]
        while text.count > 1, let last = text.last, last == "." || last == "!" { text.removeLast() }
        return String(text).trimmed.lowercased()
    }

    /// Whether this title, as a device rewrites it, names a label: alone, or among others.
    fileprivate func names(_ label: String) -> Bool {
        self == label
            || self.components(separatedBy: ", ").contains { part in
                part == label || part.components(separatedBy: " and ").contains(label)
            }
    }

    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
