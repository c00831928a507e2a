import Expressions
import Foundation

/// A typed command on an open payment sheet.
enum SheetWord: Equatable {
    case change(SheetChange)
    case pay
    /// Pays with a card that is declined.
    case decline
    case close

    /// Parses `address 5 Rue Basse, 75001 Paris, FR`, `shipping 2`, `card debit`, `pay`, `decline` or `cancel`.
    init(_ line: String) throws(ChatFailure) {
        switch line.lowercased() {
        case "pay", "": self = .pay
        case "decline", "declined": self = .decline
        case "cancel", "close": self = .close
        default:
            let parts = line.split(maxSplits: 1) { $0 == " " || $0 == "=" }.map(String.init)
            guard parts.count == 2, let part = SheetChange.Part(rawValue: parts[0].lowercased()) else {
                throw ChatFailure(
                    "the sheet takes `address`, `shipping` and `card` with a value, `pay`, `decline` or `cancel`")
            }
            self = .change(SheetChange(part: part, words: parts[1].trimmingCharacters(in: .whitespaces)))
        }
    }
}

/// A change on a sheet.
struct SheetChange: Equatable {
    enum Part: String, CaseIterable { case address, shipping, card }

    let part: Part
    /// The typed value: a number of the list, a name or an address.
    var words: String

    /// Parses `card=debit address=5 Rue Basse, 75001 Paris, FR`, in any order.
    static func list(_ line: String) throws(ChatFailure) -> [SheetChange] {
        var changes: [SheetChange] = []
        for word in line.split(separator: " ") {
            let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, let part = Part(rawValue: sides[0].lowercased()) {
                changes.append(SheetChange(part: part, words: String(sides[1])))
            } else if changes.isEmpty {
                throw ChatFailure("write what changes, such as `:pay card=debit shipping=Courier`, or `:pay` alone")
            } else {
                changes[changes.count - 1].words += " \(word)"
            }
        }
        return changes
    }
}

extension SheetChange {
    /// Returns the value for the device: a number is replaced by the entry of the list at that position.
    func value(on sheet: DeviceSheet) -> String {
        guard let number = Int(words) else { return words }
        switch part {
        case .shipping: return sheet.shipping.element(numbered: number)?.id ?? words
        case .card: return sheet.cards.element(numbered: number)?.name ?? words
        default: return words
        }
    }
}
