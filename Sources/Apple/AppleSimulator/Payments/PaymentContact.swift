import Foundation
import JSON

/// A customer's contact in Apple Pay: name, e-mail, phone, address.
///
/// Source: Apple Pay on the Web, `ApplePayPaymentContact`; Interactive Message Types, "Sample Payment Gateway Request".
public struct PaymentContact: Sendable, Hashable {
    public var givenName = "Ana"
    public var familyName = "Sample"
    public var email = "ana@example.com"
    public var phone = "+49 30 901820"
    public var addressLines: [String] = ["1 Example Street"]
    public var postalCode = "10115"
    public var locality = "Berlin"
    public var administrativeArea = ""
    /// The two-letter code of ISO 3166 in upper case.
    public var countryCode = "DE"

    public init() {}

    /// The country in English, as devices write it.
    var country: String {
        Locale(identifier: "en_US").localizedString(forRegionCode: countryCode) ?? countryCode
    }

    /// The address on one line.
    public var address: String {
        let town = [postalCode, locality].filter { !$0.isEmpty }.joined(separator: " ")
        return (addressLines + [town, administrativeArea, countryCode]).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension PaymentContact {
    /// Returns the same customer at another address: `5 Rue Basse, 75001 Paris, FR`; where addresses include an area,
    /// it is between the town and the country: `1 Infinite Loop, Cupertino 95014, CA, US`.
    func moved(to line: String) throws(SimulatorRefusal) -> PaymentContact {
        let parts = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard parts.count >= 3, let code = Self.code(of: parts[parts.count - 1]) else {
            throw .invalid("address: street, postcode and town, country, such as `5 Rue Basse, 75001 Paris, FR`")
        }
        var (contact, rest) = (self, Array(parts.dropLast()))
        contact.countryCode = code
        contact.administrativeArea = rest.count > 2 && Self.withAreas.contains(code) ? rest.removeLast() : ""
        (contact.postalCode, contact.locality) = Self.town(rest.removeLast())
        contact.addressLines = rest
        return contact
    }

    /// The countries whose addresses name a state, a province or a prefecture.
    private static let withAreas: Set<String> = ["AU", "BR", "CA", "CN", "IN", "IT", "JP", "MX", "US"]

    /// Returns the code of a country given by its code or its English name.
    private static func code(of words: String) -> String? {
        let words = words.lowercased()
        let english = Locale(identifier: "en_US")
        return Locale.Region.isoRegions.lazy.map(\.identifier).filter { $0.count == 2 }.first { code in
            code.lowercased() == words || english.localizedString(forRegionCode: code)?.lowercased() == words
        }
    }

    /// Parses `75001 Paris`, `Cupertino 95014`, `London SW1A 1AA`, or a town alone.
    private static func town(_ words: String) -> (postalCode: String, locality: String) {
        let parts = words.split(separator: " ").map(String.init)
        let isCode = parts.map { $0.contains(where: \.isNumber) }
        let codes = zip(parts, isCode).filter(\.1).map(\.0).joined(separator: " ")
        let names = zip(parts, isCode).filter { !$0.1 }.map(\.0).joined(separator: " ")
        return (codes, names)
    }
}

extension PaymentContact {
    /// Returns the part of the contact that the business receives before the customer has authorised the payment:
    /// enough to calculate shipping and taxes, and only the first half of British and Canadian postcodes. (Apple Pay on
    /// the Web, `onshippingcontactselected`.)
    func redacted(_ habits: PayingHabits) -> JSONValue {
        var object = place(habits)
        object["postalCode"] = .string(shortPostalCode)
        guard habits.redacted == .empty else { return .object(object) }
        for key in ["givenName", "familyName", "phoneticGivenName", "phoneticFamilyName"] { object[key] = "" }
        object["addressLines"] = []
        return .object(object)
    }

    /// Returns the part that it receives when the payment is authorised: the requested fields.
    func json(_ wanted: Set<PaymentContactField>, _ habits: PayingHabits) -> JSONValue {
        var object = wanted.contains(.post) ? place(habits) : JSONObject()
        if wanted.contains(.post) { object["addressLines"] = .array(addressLines.map { .string($0) }) }
        let (isNamed, isSpelt) = (wanted.contains(.name), wanted.contains(.phoneticName))
        object["givenName"] = .string(isNamed ? givenName : "")
        object["familyName"] = .string(isNamed ? familyName : "")
        object["phoneticGivenName"] = .string(isSpelt ? givenName : "")
        object["phoneticFamilyName"] = .string(isSpelt ? familyName : "")
        if wanted.contains(.email) { object["emailAddress"] = .string(email) }
        if wanted.contains(.phone) { object["phoneNumber"] = .string(phone) }
        return .object(object)
    }

    private func place(_ habits: PayingHabits) -> JSONObject {
        [
            "locality": .string(locality), "subLocality": "", "postalCode": .string(postalCode),
            "administrativeArea": .string(administrativeArea), "subAdministrativeArea": "",
            "country": .string(country),
            "countryCode": .string(habits.words == .small ? countryCode.lowercased() : countryCode),
        ]
    }

    private var shortPostalCode: String {
        guard ["GB", "CA"].contains(countryCode) else { return postalCode }
        return String(postalCode.split(separator: " ").first ?? "")
    }
}
