import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import ApplePay

/// Apple's requests to the five endpoints, as in Apple's documentation and as devices are reported to write them.
@Suite struct EndpointTests {
    private static let question = "8EF748B5-3DC5-47AE-B185-65E91518D209"

    @Test func `a payment is read as Apple documents it`() throws {
        let call = try PaymentCall(Fixtures.json("payment-gateway"))
        #expect(call.question == Self.question)
        #expect(call.shippingMethod == ChosenMethod(identifier: "in_store_pickup", amount: 0))
        #expect(call.billingContact?.payContact.name == "Johnny Appleseed")
        #expect(
            call.shippingContact?.payContact
                == PayContact(
                    email: "user@example.com", phone: "55555555555",
                    address: PlaceValue(
                        street: "1 Infinite Loop", city: "Cupertino CA", postcode: "95014", country: "US")))
        #expect(call.token.cardName == nil, "Apple's sample has no `paymentMethod`")
        #expect(call.token.json == (try Fixtures.json("payment-gateway")["payment"]?["paymentToken"]))
    }

    @Test func `changes are read as Apple documents them`() throws {
        let card = try MethodCall(Fixtures.json("payment-method"))
        #expect(card.question == Self.question && card.card == "credit")
        let shipping = try ShippingCall(Fixtures.json("shipping-method"))
        #expect(shipping.question == Self.question)
        #expect(shipping.method == ChosenMethod(identifier: "flat_rate_shipping_id_1", amount: Decimal(plain: "29.99")))
        let contact = try ContactCall(Fixtures.json("shipping-contact"))
        #expect(contact.question == Self.question)
        #expect(contact.contact.place == PlaceValue(city: "Cupertino CA", postcode: "95014", country: "US"))
        #expect(contact.contact.payContact.name == nil)
    }

    @Test func `a finished order is read as Apple documents it`() throws {
        let call = try TrackingCall(Fixtures.json("order-tracking"))
        #expect(call.question == Self.question)
        #expect(call.items.map(\.label) == ["Halibut", "FedEx Priority Mail"])
        #expect(call.items.map(\.amount) == [59, Decimal(plain: "29.99")])
        #expect(!call.hasErrors && call.items.allSatisfy { !$0.isPending })
        #expect(call.shippingMethod?.identifier == "flat_rate_shipping_id_1")
    }

    @Test(arguments: ["credit", "Credit", "CREDIT"]) func `the kind of a card is the same in any case`(
        _ word: String
    ) throws {
        let body: JSONValue = [
            "requestIdentifier": "q", "payment": ["paymentMethod": ["type": .string(word)]],
        ]
        #expect(try MethodCall(body).card == "credit")
    }

    @Test(arguments: [("\"0\"", "0"), ("\"14\"", "14"), ("29.990", "29.99"), ("0.1", "0.1"), ("\"-5.00\"", "-5")])
    func `an amount is the decimal that it says, as a text and as a number`(_ json: String, _ amount: String) throws {
        let body = try JSONValue(
            parsing: #"{"requestIdentifier":"q","payment":{"shippingMethod":{"identifier":"m","amount":\#(json)}}}"#)
        #expect(try ShippingCall(body).method.amount == Decimal(plain: amount))
    }

    @Test func `a way of shipping costs what we asked, or it is not ours`() {
        func method(_ id: String, _ amount: String?) -> ChosenMethod {
            ChosenMethod(identifier: id, amount: amount.flatMap { Decimal(plain: $0) })
        }
        #expect(method("flat_rate_shipping_id_1", "29.99").agrees(with: Sheets.fish))
        #expect(method("flat_rate_shipping_id_1", "29.990").agrees(with: Sheets.fish))
        #expect(method("flat_rate_shipping_id_1", nil).agrees(with: Sheets.fish))
        #expect(method("in_store_pickup", "0").agrees(with: Sheets.fish))
        #expect(!method("flat_rate_shipping_id_1", "0.01").agrees(with: Sheets.fish))
        #expect(!method("rocket", nil).agrees(with: Sheets.fish))
    }

    @Test(arguments: [
        ("[]", "the body is not an object"), ("{}", "`requestIdentifier` is missing"),
        (#"{"requestIdentifier":7}"#, "`requestIdentifier` is missing"),
        (#"{"requestIdentifier":"\#(String(repeating: "q", count: 201))"}"#, "`requestIdentifier` is too long"),
        (#"{"requestIdentifier":"q"}"#, "`payment` is missing, or no object"),
        (#"{"requestIdentifier":"q","payment":[]}"#, "`payment` is missing, or no object"),
        (#"{"requestIdentifier":"q","payment":{}}"#, "`payment.paymentToken` is missing, or has no `paymentData`"),
        (
            #"{"requestIdentifier":"q","payment":{"paymentToken":{"paymentData":null}}}"#,
            "`payment.paymentToken` is missing, or has no `paymentData`"
        ),
        (
            #"{"requestIdentifier":"q","payment":{"paymentToken":{"paymentData":{}},"shippingContact":"x"}}"#,
            "`payment.shippingContact` is not an object"
        ),
        (
            #"{"requestIdentifier":"q","payment":{"paymentToken":{"paymentData":{}},"shippingMethod":{}}}"#,
            "`payment.shippingMethod.identifier` is missing"
        ),
        (
            #"{"requestIdentifier":"q","payment":{"paymentToken":{"paymentData":{}},"shippingMethod":{"identifier":"m","amount":"1,5"}}}"#,
            "`payment.shippingMethod.amount` is not an amount"
        ),
    ])
    func `a payment that makes no sense is refused with a sentence`(_ body: String, _ reason: String) throws {
        let json = try JSONValue(parsing: body)
        let error = #expect(throws: CallRefusal.self) { try PaymentCall(json) }
        #expect(error?.description == reason)
    }

    @Test(arguments: [
        ("card", #"{"paymentMethod":{}}"#, "`payment.paymentMethod.type` is missing"),
        ("shipping", #"{"shippingMethod":null}"#, "`payment.shippingMethod` is missing"),
        ("contact", #"{"shippingContact":null}"#, "`payment.shippingContact` is missing"),
        (
            "tracking", #"{"summaryItems":[{"label":"a","amount":"x"}]}"#,
            "a line of `payment.summaryItems` has no amount"
        ),
    ])
    func `a change that makes no sense is refused with a sentence`(
        _ endpoint: String, _ payment: String, _ reason: String
    ) throws {
        let body = try JSONValue(parsing: #"{"requestIdentifier":"q","payment":\#(payment)}"#)
        let error = #expect(throws: CallRefusal.self) {
            switch endpoint {
            case "card": _ = try MethodCall(body)
            case "shipping": _ = try ShippingCall(body)
            case "contact": _ = try ContactCall(body)
            default: _ = try TrackingCall(body)
            }
        }
        #expect(error?.description == reason)
    }

    @Test(arguments: [
        ("Ana", "García", "Ana García"), ("", "García", "García"), ("Ana", "", "Ana"), ("太郎", "山田", "山田太郎"),
        ("길동", "홍", "홍길동"), ("Taro", "山田", "Taro 山田"),
    ])
    func `a whole name has its parts in the order of its writing`(
        _ given: String, _ family: String, _ whole: String
    ) {
        let contact = SheetContact(["givenName": .string(given), "familyName": .string(family)])
        #expect(contact.payContact.name == whole)
    }

    @Test func `what is empty in a contact is not there, and what is endless is cut`() {
        let contact = SheetContact([
            "givenName": " ", "emailAddress": .string(String(repeating: "a", count: 9_999)), "phoneNumber": 7,
            "addressLines": .array((1...99).map { .string("line \($0)") }), "country": "France",
        ])
        #expect(contact.givenName == nil && contact.phone == nil)
        #expect(contact.email?.count == 500)
        #expect(contact.addressLines.count == 10)
        #expect(contact.place?.country == "France", "without a code the country is its name")
        #expect(SheetContact([:]).place == nil)
    }
}
