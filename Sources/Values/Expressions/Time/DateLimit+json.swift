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
            self = .today(years: try json.int("years"), days: try json.int("days"))
        }
    }
}
