import Expressions
import Foundation
import MessageModel

extension AskedQuestion {
    /// The answer of a tap, when it is one of those that were offered.
    ///
    /// - Parameter ids: all request identifiers under which the question was asked.
    func answer(to selection: Selection, ids: [String]) -> Value? {
        if let question = selection.question, !ids.contains(question) { return nil }
        switch kind {
        case .choice(let choice): return choice.answer(selection, untitled: bubble.title)
        case .times(let times): return times.answer(selection)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: return nil
        }
    }

    /// The offered answer whose label or number equals the typed text.
    func offeredAnswer(to text: String) -> Value? {
        switch kind {
        case .choice(let choice): choice.answer(typed: text)
        case .times(let times): times.answer(typed: text)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: nil
        }
    }

    /// The date chosen in a calendar, if it is within the limits as of the day of the answer.
    func day(chosenIn selection: Selection, ids: [String], today: CalendarDate) -> Value? {
        guard case .date(let date) = kind, let id = tapped(in: selection, ids),
            let day = CalendarDate(iso: id), date.takes(day, today: today)
        else { return nil }
        return .date(day)
    }

    /// Whether the selection is a press of the skip button.
    func isSkipped(by selection: Selection, ids: [String]) -> Bool {
        isTyped && skipWord != nil && tapped(in: selection, ids) == PromptMessage.skipID
    }

    /// The id of the item pressed below this question, if it is a single one.
    private func tapped(in selection: Selection, _ ids: [String]) -> String? {
        guard let question = selection.question, ids.contains(question) else { return nil }
        let tapped = selection.groups.flatMap(\.ids)
        return tapped.count == 1 ? tapped[0] : nil
    }

    /// Whether a typed text skips the question: it equals the skip word that was sent with it, ignoring case.
    func isSkipped(by text: String) -> Bool { skipWord.map { $0.asTyped == text.asTyped } ?? false }

    /// The answer that a question accepts from a typed text.
    ///
    /// - Parameters:
    ///   - words: parses numbers and dates in the customer's language.
    ///   - today: the day of the answer.
    func typedAnswer(
        to text: String, in words: @autoclosure () -> TypedWords, today: @autoclosure () -> CalendarDate
    ) -> Value? {
        switch kind {
        case .text(let question): question.answer(text)
        case .number(let question): question.answer(text, in: words())
        case .money(let question): question.answer(text, in: words())
        case .date(let question): question.answer(text, in: words(), today: today())
        case .place(let question): question.answer(text)
        case .choice, .times, .signIn, .pay, .app, .photo, .file, .form: nil
        }
    }

    /// The typed text, accepted as the answer unchanged.
    func acceptedAnswer(_ text: String) -> Value {
        guard case .choice(let choice) = kind else { return .text(text) }
        let answer = Value.choice(Choice(id: text, label: text))
        return choice.several ? .list([answer]) : answer
    }
}

extension AskedChoice {
    /// - Parameter untitled: the heading under which answers without a section were shown.
    func offered(untitled: String) -> [Offer.Option] {
        options.map { Offer.Option(id: $0.choice.id, label: $0.label, heading: $0.section ?? untitled) }
    }

    /// - Parameter untitled: the heading under which answers without a section were shown.
    fileprivate func answer(_ selection: Selection, untitled: String) -> Value? {
        if let index = selection.index {
            return selection.question != nil && options.indices.contains(index) ? answer(with: [index]) : nil
        }
        return Offer(options: offered(untitled: untitled), several: several).chosen(in: selection).flatMap {
            answer(with: $0)
        }
    }

    /// Whether two of the answers belong to the same single-choice section.
    private func hasTwoOfOne(_ places: [Int]) -> Bool {
        let sections = places.map { options[$0] }.filter(\.isOneOfSection).map(\.section)
        return Set(sections).count < sections.count
    }

    func answer(with places: [Int]) -> Value? {
        let chosen = places.map { Value.choice(options[$0].choice) }
        if !several { return chosen.count == 1 ? chosen[0] : nil }
        guard chosen.count >= atLeast, chosen.count <= atMost ?? .max, !hasTwoOfOne(places) else { return nil }
        return .list(chosen)
    }

    fileprivate func answer(typed text: String) -> Value? {
        let places = placesByLabel
        if let place = place(typed: text, places) { return answer(with: [place]) }
        guard several else { return nil }
        let words = text.split { $0 == "," || $0 == ";" || $0.isNewline }
        var found: Set<Int> = []
        for part in words.count > 1 ? words : text.split(separator: " ") {
            guard let place = place(typed: String(part), places) else { return nil }
            found.insert(place)
        }
        return found.isEmpty ? nil : answer(with: found.sorted())
    }

    private var placesByLabel: [String: Int] {
        let labels = options.enumerated().flatMap { place, option in
            [option.label, option.choice.label].map { ($0.asTyped, place) }
        }
        return Dictionary(labels) { first, _ in first }
    }

    private func place(typed text: String, _ places: [String: Int]) -> Int? {
        let typed = text.asTyped
        if let place = places[typed] { return place }
        return Int(typed).flatMap { Array(options.indices).element(numbered: $0) }
    }
}

extension AskedTimes {
    var offered: [Offer.Option] {
        slots.map { Offer.Option(id: $0.slot.id, label: $0.time ?? "", heading: $0.day ?? "") }
    }

    fileprivate func answer(_ selection: Selection) -> Value? {
        let ids = selection.groups.flatMap(\.ids)
        if ids.count == 1, let slot = earlier.first(where: { $0.slot.id == ids[0] }) { return slot.value }
        let offer = Offer(options: offered, several: false)
        if !offer.knows(selection) {
            return selection.start.flatMap { start in (slots + earlier).first { $0.slot.start == start } }?.value
        }
        guard let chosen = offer.chosen(in: selection), chosen.count == 1 else { return nil }
        return slots[chosen[0]].value
    }

    fileprivate func answer(typed text: String) -> Value? {
        let typed = text.asTyped
        let fitting = slots.filter { $0.words.asTyped == typed || $0.time?.asTyped == typed }
        if fitting.count == 1 { return fitting[0].value }
        guard let number = Int(typed), slots.first?.time != nil else { return nil }
        return Array(slots.prefix(Self.mostNumbered)).element(numbered: number)?.value
    }
}

extension AskedTimes.Slot {
    var value: Value { .time(TimeSlot(start: slot.start, duration: slot.duration)) }
}

extension AskedText {
    fileprivate func answer(_ text: String) -> Value? {
        let trimmed = text.trimmed
        guard trimmed.count >= atLeast, trimmed.count <= atMost, fits(trimmed) else { return nil }
        if let matches, let pattern = try? Pattern(matches), !pattern.matches(trimmed) { return nil }
        return .text(trimmed)
    }

    /// The validation for the kind of text.
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
