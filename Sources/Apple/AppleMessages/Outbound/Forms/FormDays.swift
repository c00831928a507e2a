import Expressions
import Foundation
import JSON
import MessageModel

/// The days of a calendar on a page of a form (Interactive Message Types, Form Message, `datePicker`).
struct FormDays {
    private let days: AskedForm.Days?
    private let language: String

    /// Apple's date format, unless a page sets another.
    static let usualFormat = "MM/dd/yyyy"
    /// Apple's calendar ends today unless another day is given.
    private static let farOff = CalendarDate(year: 2199, month: 12, day: 31)

    init(_ days: AskedForm.Days?, _ language: String) {
        self.days = days
        self.language = language
    }

    /// Returns the options of the calendar, with every day in the format of the page.
    func options(label: JSONValue?) -> JSONObject {
        let format = days?.format ?? Self.usualFormat
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: language)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        let text = { (day: CalendarDate) -> JSONValue in
            .string(formatter.string(from: Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400)))
        }
        var object: JSONObject = ["dateFormat": .string(format)]
        object.set("startDate", days?.preset.map(text))
        object.set("minimumDate", days?.first.map(text))
        object.set("maximumDate", (days?.last ?? Self.farOff).map(text))
        object.set("labelText", label)
        return object
    }
}
