import Expressions
import Foundation
import MessageModel

extension AskedNumber {
    func answer(_ text: String, in words: TypedWords) -> Value? {
        words.number(text).flatMap { answer($0) }
    }

    func answer(_ number: Decimal) -> Value? {
        guard !isWhole || number.isWhole, number.lies(from: atLeast, to: atMost) else { return nil }
        return .number(number)
    }
}

extension AskedMoney {
    func answer(_ text: String, in words: TypedWords) -> Value? {
        guard let money = words.money(text, in: currency), money.amount.lies(from: atLeast, to: atMost) else {
            return nil
        }
        return .money(money)
    }
}

extension AskedDate {
    func answer(_ text: String, in words: TypedWords, today: CalendarDate) -> Value? {
        let first = from?.date(from: today) ?? .first
        let last = to?.date(from: today) ?? .last
        guard first <= last else { return nil }
        let dates = words.dates(text, today: today, in: first...last).filter { takes($0, today: today) }
        return dates.count == 1 ? .date(dates[0]) : nil
    }

    /// The dates that a text can mean, when there are several and all of them are within the limits.
    func daysMeant(by text: String, in words: TypedWords, today: CalendarDate) -> [CalendarDate]? {
        let first = from?.date(from: today) ?? .first
        let last = to?.date(from: today) ?? .last
        guard first <= last else { return nil }
        let dates = words.dates(text, today: today, in: first...last).filter { takes($0, today: today) }
        return dates.count > 1 ? dates : nil
    }

    /// Whether a date is within the limits, as of the day of the answer.
    func takes(_ date: CalendarDate, today: CalendarDate) -> Bool {
        (from?.date(from: today) ?? .first) <= date && date <= (to?.date(from: today) ?? .last)
    }
}

extension Decimal {
    fileprivate func lies(from least: Decimal?, to most: Decimal?) -> Bool {
        (least.map { $0 <= self } ?? true) && (most.map { self <= $0 } ?? true)
    }
}
