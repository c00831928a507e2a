public import Expressions
import JSON

/// A calendar on a page of a form.
///
/// Source: Apple, Interactive Message Types, "Types of Pages", `datePicker`. The dates are written in `dateFormat`;
/// Apple's own sample writes them as `2020-02-12` beside the format `MM/dd/yyyy`, so that is accepted, too.
public struct FormDate: Sendable {
    public let hint: String?
    public let label: String?
    /// The format pattern in the letters of Unicode Technical Standard 35.
    public let format: String
    /// The day on which it opens; without one the current day.
    public let start: CalendarDate?
    public let first: CalendarDate?
    /// The last day that can be chosen; without one the current day.
    public let last: CalendarDate?

    private static let known: Set<String> = ["dateFormat", "startDate", "maximumDate", "minimumDate", "labelText"]
    private static let misspelt = [
        "format": "dateFormat", "maxDate": "maximumDate", "minDate": "minimumDate", "label": "labelText",
        "date": "startDate",
    ]

    init(in page: Fields, _ context: PayloadContext) throws(ValidationError) {
        hint = try page.optionalTitle("hintText", context)
        let options = try page.fields("options", known: Self.known, misspelt: Self.misspelt)
        (label, format) = try within("options") { () throws(ValidationError) in
            (
                try options.optionalTitle("labelText", context),
                try options.optionalText("dateFormat") ?? "MM/dd/yyyy"
            )
        }
        let reader = DayFormat(format, locale: context.locale)
        (start, first, last) = try within("options") { () throws(ValidationError) in
            (
                try Self.day("startDate", in: options, reader), try Self.day("minimumDate", in: options, reader),
                try Self.day("maximumDate", in: options, reader)
            )
        }
        if let first, let last, last < first {
            throw ValidationError("options.maximumDate", "the last day cannot come before the first (`minimumDate`)")
        }
    }

    private static func day(
        _ key: String, in options: Fields, _ format: DayFormat
    ) throws(ValidationError) -> CalendarDate? {
        guard let text = try options.optionalText(key) else { return nil }
        guard let day = format.day(text) else {
            throw ValidationError(key, "`\(text)` is not a day in the format `\(format.pattern)`")
        }
        return day
    }
}
