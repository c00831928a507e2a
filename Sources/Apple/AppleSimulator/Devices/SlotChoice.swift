import Expressions

/// The slot of a time picker that the customer chooses.
public enum SlotChoice: Sendable, Hashable {
    case first
    case last
    /// The number of the slot as shown, starting at 1.
    case number(Int)
    case identifier(String)

    func option(among slots: [Option]) throws(SimulatorRefusal) -> Option {
        let slot =
            switch self {
            case .first: slots.first
            case .last: slots.last
            case .number(let number): slots.element(numbered: number)
            case .identifier(let identifier): slots.first { $0.identifier == identifier }
            }
        guard let slot else {
            let known = slots.map { "`\($0.identifier)`" }.joined(separator: ", ")
            throw .invalid("slot: `first`, `last`, a number from 1 to \(slots.count), or one of \(known)")
        }
        return slot
    }
}
