package import Expressions
import Foundation

/// What a new project is about: all that differs between two projects of the same template.
package struct ProjectFacts: Sendable, Equatable {
    package var template: ProjectTemplate
    /// The name of the business, as customers see it.
    package var business: String
    package var zone: Zone
    package var currency: Currency
    package var languages: Languages

    /// The languages of a project's texts. Flows are written in the first.
    package enum Languages: String, CaseIterable, Sendable {
        case english = "en"
        case englishAndGerman = "en,de"
    }

    package init(
        template: ProjectTemplate, business: String, zone: Zone, currency: Currency,
        languages: Languages = .englishAndGerman
    ) {
        self.template = template
        self.business = business
        self.zone = zone
        self.currency = currency
        self.languages = languages
    }

    /// The longest name of a business.
    private static let longestName = 60

    /// Why a name of a business cannot be used; `nil` when it can.
    package static func fault(ofBusiness name: String) -> String? {
        if name.trimmingCharacters(in: .whitespaces).isEmpty { return "the name of the business is empty" }
        if name.count > longestName { return "the name of the business has more than \(longestName) characters" }
        let isPlain = name.unicodeScalars.allSatisfy { !$0.properties.isPatternWhitespace || $0 == " " }
        let controls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if !isPlain || controls { return "the name of the business has line breaks or control characters" }
        if name.contains(where: { "{}".contains($0) }) {
            return "the name of the business has braces, which stand for names in texts"
        }
        return nil
    }

    /// The name of a business whose project lies in a folder: `cut-and-go` is `Cut And Go`.
    package static func business(ofFolder name: String) -> String {
        let words = name.split { "-_ .".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let business = String(words.joined(separator: " ").prefix(longestName))
        return fault(ofBusiness: business) == nil ? business : "My Business"
    }

    /// The name of a folder for the project of a business: `Cut & Go` is `cut-go`.
    package static func folder(ofBusiness name: String) -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        let words = plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? "my-bot" : words.joined(separator: "-")
    }

    /// The currency of a machine whose region is not known: that of the templates.
    package static let usualCurrency: Currency = {
        guard let euro = Currency("EUR") else { preconditionFailure("ISO 4217 lists the euro") }
        return euro
    }()

    /// The zone of a machine by its own name for it, or UTC when that is no place: `Etc/UTC`, `GMT`.
    package static func zone(ofMachine identifier: String) -> Zone {
        identifier.hasPrefix("Etc/") ? .utc : Zone(identifier) ?? .utc
    }

    /// The currency of a locale such as `de_DE.UTF-8`; `nil` when the locale names no region.
    package static func currency(ofLocale identifier: String) -> Currency? {
        let plain = String(identifier.prefix { $0 != "." && $0 != "@" })
        return Locale(identifier: plain).currency.flatMap { Currency($0.identifier) }
    }
}
