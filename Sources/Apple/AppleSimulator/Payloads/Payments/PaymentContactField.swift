import JSON

/// The contact fields that a customer can be required to provide before they pay.
///
/// Source: Apple, Interactive Message Types, "PaymentRequest.requiredBillingContactFields Dictionary".
public enum PaymentContactField: String, Sendable, CaseIterable {
    case email, name, phone
    case phoneticName
    case post

    static func set(_ key: String, in fields: Fields) throws(ValidationError) -> Set<PaymentContactField> {
        let wanted = try fields.optionalList(key) { value throws(ValidationError) -> PaymentContactField in
            // Apple Pay on the web uses this full name.
            if value.string == "postalAddress" { return .post }
            guard let field = value.string.flatMap(PaymentContactField.init) else {
                let known = allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                throw ValidationError("`\(value.string ?? value.text)` is none of \(known)")
            }
            return field
        }
        try requireUnique(wanted.map(\.rawValue)) { "\(key)[\($0)]" }
        return Set(wanted)
    }
}
