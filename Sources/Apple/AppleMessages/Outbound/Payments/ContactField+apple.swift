import MessageModel

/// The fields that can be requested about a customer, by their names in Messages; Apple Pay on the Web uses
/// `postalAddress` (PaymentRequest.requiredBillingContactFields Dictionary).
extension AskedPay.ContactField {
    private static let names: [(AskedPay.ContactField, String)] = [
        (.name, "name"), (.phoneticName, "phoneticName"), (.email, "email"), (.phone, "phone"), (.post, "post"),
    ]

    var apple: String { Self.names.first { $0.0 == self }?.1 ?? rawValue }

    init?(apple name: String) {
        guard let field = Self.names.first(where: { $0.1 == name })?.0 else { return nil }
        self = field
    }
}
