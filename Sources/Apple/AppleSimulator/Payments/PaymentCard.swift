import JSON

/// A card in the wallet of every simulated customer.
///
/// None of them exists. The business's payment provider decides which of them can pay; test processors distinguish them
/// by their names.
public struct PaymentCard: Sendable, Hashable {
    public enum Kind: String, Sendable { case credit, debit }

    /// The name by which it is chosen: `visa`.
    public let name: String
    /// The name shown on the sheet and sent to the business: `Visa 1111`.
    public let displayName: String
    /// The network as requests write it: `masterCard`.
    public let network: String
    /// The network as tokens write it: `MasterCard`.
    public let networkName: String
    public let kind: Kind

    /// All cards; the first one that a business accepts is preset.
    public static let all: [PaymentCard] = [
        PaymentCard(
            name: "visa", displayName: "Visa 1111", network: "visa", networkName: "Visa", kind: .credit),
        PaymentCard(
            name: "mastercard", displayName: "MasterCard 2222", network: "masterCard", networkName: "MasterCard",
            kind: .credit),
        PaymentCard(name: "debit", displayName: "Visa 3333", network: "visa", networkName: "Visa", kind: .debit),
        PaymentCard(name: "amex", displayName: "AmEx 4444", network: "amex", networkName: "AmEx", kind: .credit),
        PaymentCard(
            name: "declined", displayName: "Visa 0002", network: "visa", networkName: "Visa", kind: .credit),
        PaymentCard(name: "empty", displayName: "Visa 0051", network: "visa", networkName: "Visa", kind: .debit),
        PaymentCard(name: "slow", displayName: "Visa 0408", network: "visa", networkName: "Visa", kind: .credit),
        PaymentCard(name: "trouble", displayName: "Visa 0500", network: "visa", networkName: "Visa", kind: .credit),
    ]
}

extension PaymentRequest {
    /// The cards that the business accepts: those of its networks, and of the kinds that it names, if it names any.
    var cards: [PaymentCard] {
        let kinds = capabilities.filter { ["supportsCredit", "supportsDebit"].contains($0) }
        return PaymentCard.all.filter { card in
            let word = card.kind == .credit ? "supportsCredit" : "supportsDebit"
            return networks.contains(card.network) && (kinds.isEmpty || kinds.contains(word))
        }
    }

    /// Returns a card by its name, as the sheet shows it, or by its kind.
    func card(_ words: String) throws(SimulatorRefusal) -> PaymentCard {
        let words = words.lowercased()
        let fitting =
            cards.first { $0.name == words || $0.displayName.lowercased() == words }
            ?? cards.first { $0.kind.rawValue == words }
        if let fitting { return fitting }
        let known = cards.map { "`\($0.name)` (\($0.displayName))" }.joined(separator: ", ")
        throw .invalid(
            "card: the business accepts no card `\(words)`; the wallet has \(known.isEmpty ? "none" : known)")
    }
}

extension PaymentCard {
    var json: JSONValue {
        [
            "name": .string(name), "title": .string(displayName), "network": .string(network),
            "type": .string(kind.rawValue),
        ]
    }
}
