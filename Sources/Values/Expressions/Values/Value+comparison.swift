import Foundation

extension Value {
    /// Whether the value is empty: a text of spaces, an empty list.
    var isBlank: Bool {
        switch self {
        case .text(let text): text.allSatisfy(\.isWhitespace)
        case .list(let items): items.isEmpty
        default: false
        }
    }

    /// The text that conditions search: for an answer, its label in the language of the flow.
    var plainText: String {
        switch self {
        case .text(let text): text
        case .choice(let choice): choice.label
        default: ""
        }
    }

    /// The text for comparisons that ignore case.
    var comparableText: String { plainText.lowercased() }

    /// Whether conditions treat both as equal: texts ignoring case, an answer by its label or its id, a time and a date
    /// by the day in UTC.
    public func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.choice(let left), .choice(let right)): left.id == right.id
        case (.choice(let choice), .text(let text)), (.text(let text), .choice(let choice)):
            choice.label.lowercased() == text.lowercased() || choice.id.lowercased() == text.lowercased()
        case (.text(let left), .text(let right)): left.lowercased() == right.lowercased()
        default: order(beside: other).map { $0 == 0 } ?? (self == other)
        }
    }

    /// Negative when this comes first, positive when `other` does, `nil` when they have no order.
    func order(beside other: Value) -> Int? {
        switch (self, other) {
        case (.money(let left), .money(let right)):
            left.currency == right.currency ? compare(left.amount, right.amount) : nil
        case (.date(let left), .date(let right)): compare(left, right)
        case (.time(let left), .time(let right)): compare(left.start, right.start)
        case (.duration(let left), .duration(let right)): compare(left, right)
        case (.number, _), (.choice, .number): orderAsNumbers(other)
        default: nil
        }
    }

    private func orderAsNumbers(_ other: Value) -> Int? {
        switch other {
        case .number, .choice:
            guard let left = asNumber, let right = other.asNumber else { return nil }
            return compare(left, right)
        default: return nil
        }
    }
}

private func compare<Item: Comparable>(_ left: Item, _ right: Item) -> Int {
    left < right ? -1 : left > right ? 1 : 0
}
