public import Expressions
import Foundation
import JSON
public import MessageModel

/// A contact on a pay sheet (Apple Pay on the Web, ApplePayPaymentContact). Empty values count as missing.
public struct SheetContact: Sendable, Hashable {
    public var givenName: String?
    public var familyName: String?
    public var phoneticGivenName: String?
    public var phoneticFamilyName: String?
    public var email: String?
    public var phone: String?
    public var addressLines: [String]
    public var subLocality: String?
    public var locality: String?
    public var postalCode: String?
    public var administrativeArea: String?
    public var country: String?
    /// A two-letter code of ISO 3166; devices write it in lower or upper case.
    public var countryCode: String?

    private static let longest = 500
    private static let mostLines = 10

    init(_ json: JSONValue) {
        func text(_ key: String) -> String? { Self.text(json[key]) }
        givenName = text("givenName")
        familyName = text("familyName")
        phoneticGivenName = text("phoneticGivenName")
        phoneticFamilyName = text("phoneticFamilyName")
        email = text("emailAddress")
        phone = text("phoneNumber")
        addressLines = (json["addressLines"]?.array ?? []).prefix(Self.mostLines).compactMap(Self.text)
        subLocality = text("subLocality")
        locality = text("locality")
        postalCode = text("postalCode")
        administrativeArea = text("administrativeArea")
        country = text("country")
        countryCode = text("countryCode")?.uppercased()
    }

    private static func text(_ json: JSONValue?) -> String? {
        guard let text = json?.string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            return nil
        }
        return String(text.prefix(longest))
    }
}

extension SheetContact {
    /// The address as flows see it; `nil` when the contact has none. The country is its code, which is the same in
    /// every language; the state or the province follows the city.
    public var place: PlaceValue? {
        let place = PlaceValue(
            street: (addressLines + [subLocality].compactMap { $0 }).joined(separator: ", ").nonEmpty,
            city: [locality, administrativeArea].compactMap { $0 }.joined(separator: " ").nonEmpty,
            postcode: postalCode, country: countryCode ?? country)
        return place == PlaceValue() ? nil : place
    }

    /// The contact as flows see it.
    public var payContact: PayContact {
        PayContact(
            name: Self.whole(givenName, familyName), phoneticName: Self.whole(phoneticGivenName, phoneticFamilyName),
            email: email, phone: phone, address: place)
    }

    /// Returns a full name: in Chinese, Japanese or Korean script the family name comes first.
    private static func whole(_ given: String?, _ family: String?) -> String? {
        guard let given, let family else { return given ?? family }
        let isEastAsian = (given + family).unicodeScalars.allSatisfy(\.isEastAsian)
        return isEastAsian ? family + given : "\(given) \(family)"
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension Unicode.Scalar {
    /// Kana, the common ideographs, and Hangul.
    fileprivate var isEastAsian: Bool {
        (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
    }
}
