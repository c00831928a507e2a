/// Help for an author whose condition does not fit the type of its name.
extension ValueType {
    /// How a value of this type is written on the right of a condition; `nil` when any text is valid.
    var spellingHelp: String? {
        switch self {
        case .number: "write digits, such as `12`"
        case .money: "write money, such as `12.50 EUR`"
        case .date: "write a date, such as `2026-12-01`"
        case .time: "write a date with its time, such as `2026-12-01 10:00`"
        case .duration: "write a length of time, such as `10 minutes`"
        case .yesNo: "write `yes` or `no`"
        case .list: "a list is asked with `contains`"
        case .text, .choice, .file, .place, .record, .unknown: nil
        }
    }

    /// The words that can compare values of this type.
    var comparisonHelp: String {
        switch self {
        case .text: "a text is compared with `is`, `contains`, `starts with` or `matches`"
        case .number, .money, .duration: "compare it with `is`, `is more than`, `is less than` and their like"
        case .date, .time: "compare it with `is`, `is before` or `is after`"
        case .choice: "an answer is compared with `is` or `is one of`"
        case .yesNo: "write `is yes` or `is no`"
        case .list: "a list is asked with `contains` or `is empty`"
        case .file, .place, .record, .unknown: "write `is empty` or `is not empty`"
        }
    }
}
