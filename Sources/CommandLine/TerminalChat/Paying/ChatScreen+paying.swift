import Foundation

/// Draws payment sheets.
extension ChatScreen {
    func show(_ sheet: DeviceSheet) {
        let rows = sheet.lines.map { ($0.label + ($0.isPending ? " (not settled yet)" : ""), $0.amount) }
        let total = (sheet.total.label, "\(sheet.total.amount) \(sheet.currency)")
        let width = min(60, (rows + [total]).map(\.0.count).max() ?? 0)
        print("")
        for (label, amount) in rows { print("     \(Self.padded(label, width))  \(amount)") }
        print("   = \(Self.padded(total.0, width))  \(total.1)")
        for (index, method) in sheet.shipping.enumerated() {
            let mark = method.id == sheet.chosen ? "›" : " "
            print("     shipping \(mark) \(index + 1)  \(method.title)\(method.note.map { " – \($0)" } ?? "")")
        }
        if let address = sheet.address { print("     address    \(address)") }
        let cards = sheet.cards.enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: ", ")
        print("     card       \(sheet.card?.title ?? "none that is taken")\(cards.isEmpty ? "" : " (of \(cards))")")
        for complaint in sheet.complaints { print("     ! \(complaint)") }
        terminal.flush()
    }

    func explainSheet() {
        print("     `address …`, `shipping 2` and `card 2` change it; `pay`, `decline` and `cancel` end it")
        terminal.flush()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
