import Foundation
import JSON

/// A typed input on a page of a form.
///
/// Source: Apple, Interactive Message Types, "Types of Pages", `input`.
public struct FormInput: Sendable {
    public let hint: String?
    public let placeholder: String?
    public let label: String?
    /// The text shown before the input, such as `$`.
    public let prefix: String?
    public let isRequired: Bool
    public let hasSeveralLines: Bool
    /// The maximum number of characters.
    public let longest: Int
    /// The pattern that the whole input must match.
    public let pattern: String?
    public let keyboard: String
    public let content: String?

    private static let known: Set<String> = [
        "regex", "placeholder", "required", "inputType", "labelText", "prefixText", "maximumCharacterCount",
        "keyboardType", "textContentType",
    ]
    private static let misspelt = [
        "keyboard": "keyboardType", "maxLength": "maximumCharacterCount", "label": "labelText",
        "prefix": "prefixText", "pattern": "regex", "contentType": "textContentType",
    ]
    private static let keyboards = [
        "default", "asciiCapable", "numbersAndPunctuation", "URL", "numberPad", "phonePad", "namePhonePad",
        "emailAddress", "decimalPad", "webSearch",
    ]
    private static let contents = [
        "name", "namePrefix", "givenName", "middleName", "familyName", "nameSuffix", "nickname", "jobTitle",
        "organizationName", "location", "fullStreetAddress", "streetAddressLine1", "streetAddressLine2", "addressCity",
        "addressState", "addressCityAndState", "sublocality", "countryName", "postalCode", "telephoneNumber",
        "emailAddress", "URL", "creditCardNumber", "username", "password", "newPassword", "oneTimeCode",
    ]

    init(in page: Fields, _ context: PayloadContext) throws(ValidationError) {
        hint = try page.optionalTitle("hintText", context)
        let options = try page.fields("options", known: Self.known, misspelt: Self.misspelt)
        (placeholder, label, prefix) = try within("options") { () throws(ValidationError) in
            (
                try options.optionalTitle("placeholder", context), try options.optionalTitle("labelText", context),
                try options.optionalTitle("prefixText", context)
            )
        }
        (isRequired, hasSeveralLines) = try within("options") { () throws(ValidationError) in
            (
                try options.optionalFlag("required") ?? false,
                try options.optionalWord("inputType", among: ["singleline", "multiline"]) == "multiline"
            )
        }
        longest = try within("options") { [hasSeveralLines] () throws(ValidationError) in
            try Self.longest(in: options) ?? (hasSeveralLines ? 300 : 30)
        }
        (pattern, keyboard, content) = try within("options") { () throws(ValidationError) in
            (
                try Self.pattern(in: options), try Self.keyboard(in: options, context.limits),
                try options.optionalWord("textContentType", among: Self.contents)
            )
        }
    }

    private static func longest(in options: Fields) throws(ValidationError) -> Int? {
        let longest = try options.optionalInteger("maximumCharacterCount")
        if let longest, longest < 1 {
            throw ValidationError("maximumCharacterCount", "at least one character can be typed")
        }
        return longest
    }

    private static func pattern(in options: Fields) throws(ValidationError) -> String? {
        guard let pattern = try options.optionalText("regex") else { return nil }
        guard (try? NSRegularExpression(pattern: pattern)) != nil else {
            throw ValidationError("regex", "`\(pattern)` is not a regular expression")
        }
        return pattern
    }

    /// Returns a keyboard by its name in Apple's table. Its sample writes `UIKeyboardTypeEmailAddress`, which has been
    /// refused since August 2026.
    private static func keyboard(in options: Fields, _ limits: PayloadLimits) throws(ValidationError) -> String {
        guard let name = try options.optionalText("keyboardType") else { return "default" }
        if keyboards.contains(name) { return name }
        let short = name.replacing("UIKeyboardType", with: "")
        let meant = keyboards.first { $0.lowercased() == short.lowercased() }
        if limits == .documented, name.hasPrefix("UIKeyboardType"), meant != nil || short == "Twitter" {
            return meant ?? "default"
        }
        let known = keyboards.map { "`\($0)`" }.joined(separator: ", ")
        throw ValidationError(
            "keyboardType", "`\(name)` is none of \(known)\(meant.map { "; it is called `\($0)`" } ?? "")")
    }
}
