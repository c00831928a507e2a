import Expressions
import Foundation
import JSON
import MessageModel

@testable import ApplePay

/// Requests to the endpoints of pay sheets, from any client that knows one. The first line is the endpoint, the rest
/// the body.
///
/// Any request is parsed or refused with a sentence; parsed values have bounds, and no text contains parts of a token.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)[...]
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    guard let body = try? JSONValue(parsing: input[end...].dropFirst()) else { return 0 }
    do throws(CallRefusal) {
        try read(String(decoding: input[..<end], as: UTF8.self), body)
    } catch {
        require(!error.description.isEmpty, "a refusal gives no reason")
    }
    return 0
}

private func read(_ endpoint: String, _ body: JSONValue) throws(CallRefusal) {
    switch endpoint {
    case "payment-gateway":
        let call = try PaymentCall(body)
        check(call.question)
        require("\(call.token)" == "(payment token)", "a token tells what it is")
        require(call.token.fingerprint.count == 64, "a token has no fingerprint")
        for contact in [call.shippingContact, call.billingContact] { contact.map(check) }
    case "payment-method":
        let call = try MethodCall(body)
        check(call.question)
        require((1...60).contains(call.card.count), "a card has no kind, or an endless one")
    case "shipping-method": check(try ShippingCall(body).question)
    case "shipping-contact": check(try ContactCall(body).contact)
    default:
        let call = try TrackingCall(body)
        require(call.items.count <= 200, "an order has too many lines")
        require(call.items.allSatisfy { !$0.amount.isNaN }, "an amount is no number")
    }
}

private func check(_ question: String) { require((1...200).contains(question.utf8.count), "a question has no name") }

private func check(_ contact: SheetContact) {
    let known = contact.payContact
    let texts = [known.name, known.phoneticName, known.email, known.phone, known.address?.line]
    require(texts.allSatisfy { $0?.isEmpty != true }, "a contact has empty parts")
    require(texts.allSatisfy { $0?.count ?? 0 <= 20_000 }, "a contact has endless parts")
    let again = try? PayContact(json: JSONValue(parsing: known.json.text))
    require(again == known, "a contact is another when it has been stored")
}
