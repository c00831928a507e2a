import Foundation
import JSON

/// A token that represents a card: encrypted for the business's payment provider, and different at every authorisation.
///
/// Source: Apple, Payment Token Format Reference, for the format (`EC_v1`); the bytes are random, as only a provider
/// with the business's key could read real ones.
struct PaymentToken: Sendable {
    let transaction: String
    private let data = Self.random(300)
    private let signature = Self.random(600)
    private let ephemeralKey = Self.random(91)
    private let keyHash = Self.random(32)

    init() { transaction = Hexadecimal.text(Self.bytes(32)) }

    func json(_ card: PaymentCard, _ habits: PayingHabits) -> JSONValue {
        var object: JSONObject = [
            "transactionIdentifier": .string(transaction.uppercased()),
            "paymentData": [
                "version": "EC_v1", "data": .string(data), "signature": .string(signature),
                "header": [
                    "publicKeyHash": .string(keyHash), "ephemeralPublicKey": .string(ephemeralKey),
                    "transactionId": .string(transaction),
                ],
            ],
        ]
        if habits.method == .told { object["paymentMethod"] = card.method(habits) }
        return .object(object)
    }

    private static func random(_ count: Int) -> String { Data(bytes(count)).base64EncodedString() }

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: .min ... .max) } }
}

extension PaymentCard {
    /// Returns the card in the form of tokens.
    fileprivate func method(_ habits: PayingHabits) -> JSONValue {
        [
            "displayName": .string(displayName), "network": .string(networkName), "type": .string(type(habits)),
        ]
    }

    /// Returns `credit`; some devices write `Credit`.
    func type(_ habits: PayingHabits) -> String {
        habits.words == .small ? kind.rawValue : kind.rawValue.capitalized
    }
}
