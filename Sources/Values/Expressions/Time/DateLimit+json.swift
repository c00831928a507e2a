public import JSON

extension DateLimit: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .date(let date): .string(date.iso)
        case .today(let years, let days): ["years": .int(years), "days": .int(days)]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let text = json.string {
            guard let date = CalendarDate(iso: text) else { throw JSONError("`\(text)` is not a date") }
            self = .date(date)
        } else {
            let (years, days) = (try json.int("years"), try json.int("days"))
            guard (-10_000...10_000).contains(years), (-4_000_000...4_000_000).contains(days) else {
                throw JSONError("a limit of \(years) years and \(days) days is beyond all dates")
            }
            self = .today(years: years, days: days)
        }
    }
}
