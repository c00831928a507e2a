import AppleMessages
import ApplePay
import Expressions
import JSON

/// A pay sheet on a customer's phone.
struct PhoneSheet: Sendable {
    /// The request identifier of the message.
    var question: String
    /// The unguessable part of its URL.
    var id: String
    var shipping = "email"

    init(question: String, paymentGateway: String) {
        self.question = question
        // https://garage.example/apple-pay/{id}/payment-gateway
        id = paymentGateway.split(separator: "/").dropLast().last.map(String.init) ?? ""
    }

    func shipped(_ method: String) -> PhoneSheet {
        var sheet = self
        sheet.shipping = method
        return sheet
    }

    /// Returns the phone's request when the customer authorises the payment with a card.
    func authorization(with card: String, of customer: String) -> JSONValue {
        let word = Story.plate(of: customer)
        return request([
            "shippingContact": [
                "emailAddress": .string("\(word)@example.com"), "addressLines": [.string("1 \(word) Street")],
                "postalCode": "10115", "locality": "Berlin", "countryCode": "de",
            ],
            "paymentToken": [
                "paymentMethod": ["displayName": .string(card), "network": "Visa", "type": "debit"],
                "paymentData": ["data": .string("\(word)-\(card)")],
            ],
            "shippingMethod": ["identifier": .string(shipping)],
        ])
    }

    /// The phone's request when the customer chooses another shipping method.
    var change: JSONValue { request(["shippingMethod": ["identifier": .string(shipping)]]) }

    private func request(_ payment: JSONValue) -> JSONValue {
        ["requestIdentifier": .string(question), "version": "1.0", "payment": payment]
    }
}
