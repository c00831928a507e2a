import AppleMessages
import Expressions
import JSON
import MessageModel
import Testing

@testable import ApplePay

/// The responses to Apple.
@Suite struct AnswerTests {
    @Test func `nothing new is an empty object`() {
        #expect(SheetUpdate.none.json == [:])
        #expect(Sheets.update(Sheets.fish.changed(by: .card("debit"))).json == [:])
        #expect(Sheets.update(Sheets.fish.changed(by: .address(PlaceValue(city: "Paris")))).json == [:])
    }

    @Test func `another way of shipping is answered as Apple's sample is`() throws {
        let sheet = Sheets.fish.changed(by: .shipping("flat_rate_shipping_id_1"))
        #expect(try Sheets.update(sheet).json.sorted == Fixtures.json("shipping-method-answer").sorted)
    }

    @Test func `new ways of shipping come with the chosen one first`() throws {
        let methods = [
            PaySheet.Method(id: "sea", label: "By sea", note: "Slowly", price: Sheets.money("1.00")),
            PaySheet.Method(id: "in_store_pickup", label: "Here", note: "Now", price: Sheets.money("0.00")),
        ]
        let sheet = try #require(
            Sheets.fish.changed(by: .address(PlaceValue(country: "NO")), lines: nil, methods: methods))
        let json = Sheets.update(sheet).json
        #expect(json["newShippingMethods"]?.array?.map { $0["identifier"] } == ["in_store_pickup", "sea"])
        #expect(json["newTotal"] == nil, "the total is what it was")
    }

    @Test func `a refused address says why, and what is paid as before`() {
        let sheet = Sheets.fish.refusing(.address(PlaceValue(country: "AQ")), "We do not ship to Antarctica.")
        #expect(
            Sheets.update(sheet).json == [
                "errors": [["code": "addressUnserviceable", "message": "We do not ship to Antarctica."]],
                "newLineItems": [["label": "Halibut", "amount": "59.00", "type": "final"]],
                "newTotal": ["label": "Sam's Fish", "amount": "59.00", "type": "final"],
            ])
    }

    @Test func `a change that nobody answered in time is refused in our own words`() {
        let sheet = Sheets.fish.refusing(.card("credit"), nil)
        #expect(Sheets.update(sheet).json["errors"] == [["code": "unknown", "message": "That did not work."]])
    }

    @Test func `a line may be pending, and what is taken is final`() throws {
        let lines = [PaySheet.Line(label: "Taxi", amount: Sheets.money("20.00"), isPending: true)]
        let sheet = try #require(PaySheet(lines: lines, methods: []))
        #expect(Sheets.writer.total(of: sheet)["type"] == "final")
        #expect(Sheets.writer.lineItems(of: sheet)[0]?["type"] == "pending")
    }

    @Test func `a payment is answered with its status`() {
        #expect(PaymentAnswer.success.json == ["status": "STATUS_SUCCESS"])
        #expect(PaymentAnswer(.invalidShippingContact).json == ["status": "STATUS_INVALID_SHIPPING_CONTACT"])
    }

    @Test func `errors go with failure only, and a field with a contact only`() {
        let errors = [
            SheetError(.shippingContactInvalid, field: .postalCode, message: "No such place."),
            SheetError(.addressUnserviceable, field: .country, message: "Not there."),
            SheetError(.unknown, message: ""),
        ]
        let answer = PaymentAnswer(.pinRequired, errors: errors)
        #expect(
            answer.json == [
                "status": "STATUS_FAILURE",
                "errors": [
                    ["code": "shippingContactInvalid", "contactField": "postalCode", "message": "No such place."],
                    ["code": "addressUnserviceable", "message": "Not there."], ["code": "unknown"],
                ],
            ])
    }

    @Test func `all statuses of Apple's list are known`() {
        #expect(
            Set(PaymentStatus.allCases.map(\.rawValue)) == [
                "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_INVALID_BILLING_POSTAL_ADDRESS",
                "STATUS_INVALID_SHIPPING_POSTAL_ADDRESS", "STATUS_INVALID_SHIPPING_CONTACT", "STATUS_PIN_REQUIRED",
                "STATUS_PIN_INCORRECT", "STATUS_PIN_LOCKOUT",
            ])
    }
}

extension JSONValue {
    /// With the keys of all objects sorted.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let object): .object(JSONObject(object.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1.sorted) }))
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
