/// Writes payment sheets down.
extension ChatRecorder {
    /// The customer changes something on the sheet. The street is one that does not exist.
    mutating func add(_ part: SheetChange.Part, on sheet: DeviceSheet) {
        let words: String? =
            switch part {
            case .address: sheet.address.map(Self.withoutStreet)
            case .shipping: sheet.shipping.first { $0.id == sheet.chosen }?.title
            case .card: sheet.card?.type
            }
        if let words { add(line: "change: \(part.rawValue) = \(words)") }
    }

    /// The sheet is closed: `paid`, `declined` or `cancelled`.
    mutating func add(pay outcome: String) { add(line: "pay: \(outcome)") }

    /// Any reference in the place of those that the test cards of `usher dev` give: another payment has another one.
    static func withoutReferences(_ text: String) -> String { text.replacing(#/TEST-[0-9A-F]{8}/#, with: "*") }

    /// As much of an address as shipping is reckoned by.
    private static func withoutStreet(_ address: String) -> String {
        let parts = address.split(separator: ",")
        return "1 Example Street," + parts.suffix(max(1, parts.count - 1)).joined(separator: ",")
    }
}
