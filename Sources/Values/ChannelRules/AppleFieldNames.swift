/// Apple's names for keyboards and content types (Interactive Message Types, Form Message, `input`).
///
/// Newer devices accept only the short names; the long ones of UIKit, which Apple's own sample still has, are read as
/// equivalent.
public enum AppleFieldNames {
    public static let keyboards = [
        "default", "asciiCapable", "numbersAndPunctuation", "URL", "numberPad", "phonePad", "namePhonePad",
        "emailAddress", "decimalPad", "twitter", "webSearch",
    ]

    public static let contents = [
        "name", "namePrefix", "givenName", "middleName", "familyName", "nameSuffix", "nickname", "jobTitle",
        "organizationName", "location", "fullStreetAddress", "streetAddressLine1", "streetAddressLine2", "addressCity",
        "addressState", "addressCityAndState", "sublocality", "countryName", "postalCode", "telephoneNumber",
        "emailAddress", "URL", "creditCardNumber", "username", "password", "newPassword", "oneTimeCode",
    ]

    /// The short name of a keyboard; `nil` when it is not a keyboard.
    public static func keyboard(_ name: String) -> String? { short(name, "UIKeyboardType", keyboards) }

    /// The short name of a content type; `nil` when it is not a content type.
    public static func content(_ name: String) -> String? { short(name, "UITextContentType", contents) }

    private static func short(_ name: String, _ prefix: String, _ known: [String]) -> String? {
        let bare = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        return known.first { $0.lowercased() == bare.lowercased() }
    }
}
