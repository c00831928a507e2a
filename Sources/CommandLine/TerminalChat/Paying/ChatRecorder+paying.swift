/// Records payment sheets.
extension ChatRecorder {
    /// Records a change on the sheet. An address is recorded with a made-up street.
    mutating func add(_ part: SheetChange.Part, on sheet: DeviceSheet) {
        let words: String? =
            switch part {
            case .address: sheet.address.map(Self.withoutStreet)
            case .shipping: sheet.shipping.first { $0.id == sheet.chosen }?.title
            case .card: sheet.card?.type
            }
        if let words { add(line: "change: \(part.rawValue) = \(words)") }
    }

    /// Records how the sheet closes: `paid`, `declined` or `cancelled`.
    mutating func add(pay outcome: String) { add(line: "pay: \(outcome)") }

    /// Replaces the references of `usher dev`'s test cards by a wildcard, because each payment has a different one.
    static func withoutReferences(_ text: String) -> String { text.replacing(#/TEST-[0-9A-F]{8}/#, with: "*") }

    /// Keeps only the part of an address from which shipping is calculated.
    private static func withoutStreet(_ address: String) -> String {
        let parts = address.split(separator: ",")
        return "1 Example Street," + parts.suffix(max(1, parts.count - 1)).joined(separator: ",")
    }
}
