import JSON

/// The common parts of Apple's calls to the payment endpoints (Interactive Message Types, Processing Payment Requests:
/// `requestIdentifier`, `version`, `payment`).
///
/// Nothing in them authenticates the caller. The address is the secret, and the contents are compared with what was
/// requested.
struct EndpointCall {
    /// The request identifier of the question.
    let question: String
    let payment: JSONValue

    private static let longestQuestion = 200

    init(_ body: JSONValue) throws(CallRefusal) {
        guard body.object != nil else { throw CallRefusal("the body is not an object") }
        guard let question = body["requestIdentifier"]?.string, !question.isEmpty else {
            throw CallRefusal("`requestIdentifier` is missing")
        }
        guard question.utf8.count <= Self.longestQuestion else { throw CallRefusal("`requestIdentifier` is too long") }
        guard let payment = body["payment"], payment.object != nil else {
            throw CallRefusal("`payment` is missing, or no object")
        }
        self.question = question
        self.payment = payment
    }

    /// Returns the contact under a key; `nil` when there is none.
    func contact(_ key: String) throws(CallRefusal) -> SheetContact? {
        guard let json = payment[key], !json.isNull else { return nil }
        guard json.object != nil else { throw CallRefusal("`payment.\(key)` is not an object") }
        return SheetContact(json)
    }

    /// Returns the chosen shipping method; `nil` when there is none.
    func method() throws(CallRefusal) -> ChosenMethod? {
        guard let json = payment["shippingMethod"], !json.isNull else { return nil }
        return try ChosenMethod(json)
    }
}

/// The reason why a call to an endpoint cannot be parsed. It quotes nothing that the caller sent.
public struct CallRefusal: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
