import Expressions

/// Exchanges what all templates say of their business for the facts of a real one.
struct TemplateFilling {
    private let facts: ProjectFacts

    /// What stands in every template.
    private static let business = "Template Business"
    private static let zone = "zone: Europe/Berlin"
    private static let currency = "currency: EUR"
    private static let languages = "languages: [en, de]"

    init(_ facts: ProjectFacts) { self.facts = facts }

    /// Whether a file is not part of the project: a translation to a language that the bot does not speak.
    func omits(_ path: String) -> Bool {
        facts.languages == .english && (path.hasSuffix(".de.yaml") || path.hasSuffix(".de.transcript"))
    }

    func filled(_ text: String, of path: String) -> String {
        if path.hasSuffix(".md") { return filledPage(text) }
        let text = path.hasSuffix(".transcript") ? filledTranscript(text) : text
        return text.replacing(Self.business, with: Self.value(facts.business))
            .replacing(Self.zone, with: "zone: \(facts.zone.identifier)")
            .replacing(Self.currency, with: "currency: \(facts.currency.code)")
            .replacing(Self.languages, with: "languages: [\(facts.languages == .english ? "en" : "en, de")]")
            .replacing(/(\d+)\.(\d\d) EUR\b/) { match in
                "\(amount(String(match.1), String(match.2))) \(facts.currency.code)"
            }
    }

    private func filledPage(_ text: String) -> String {
        let named = text.replacing(Self.business, with: facts.business)
        return facts.languages == .english ? named.replacing("in English and German", with: "in English") : named
    }

    /// Amounts that a bot is expected to say, such as `*9.50` and in German `*9,50`, in the decimals of the currency.
    private func filledTranscript(_ text: String) -> String {
        text.replacing(/\*(\d+)([.,])(\d\d)\b/) { match in
            let (whole, point, cents) = (String(match.1), String(match.2), String(match.3))
            let plain = amount(whole, cents)
            if facts.currency.decimals > 0 { return "*" + plain.replacing(".", with: point) }
            guard plain.count > 3 else { return "*" + plain }
            return "*\(plain.dropLast(3))\(point == "." ? "," : ".")\(plain.suffix(3))"
        }
    }

    /// An amount of a template with the decimals of the currency, in its usual magnitude: 9.50 is 950 yen.
    private func amount(_ whole: String, _ cents: String) -> String {
        switch facts.currency.decimals {
        case 0: (Int(whole + cents) ?? 0).description
        case let decimals: whole + "." + cents + String(repeating: "0", count: max(0, decimals - 2))
        }
    }

    /// A text as a value of a YAML file, in quotes unless every reader of YAML reads it as it is.
    private static func value(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[\p{L}][\p{L}\p{N} '.&-]*[\p{L}\p{N}.]/) != nil
        let isWord = ["yes", "no", "true", "false", "null", "on", "off"].contains(text.lowercased())
        if isPlain && !isWord { return text }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
