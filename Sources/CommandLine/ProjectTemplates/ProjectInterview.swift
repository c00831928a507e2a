import Expressions

/// The questions of `usher new`, asked one after the other. A blank answer takes what is suggested.
package struct ProjectInterview: Sendable {
    private enum Question: CaseIterable {
        case business, template, zone, languages
    }

    private var open: [Question] = Question.allCases
    /// What has been answered, and what is suggested for the rest.
    package private(set) var facts: ProjectFacts
    /// Why the last answer was not taken; `nil` when it was.
    package private(set) var objection: String?

    /// - Parameters:
    ///   - suggestion: the facts that blank answers leave as they are.
    ///   - knowsBusiness: whether the name is known, and is not asked for.
    package init(suggesting suggestion: ProjectFacts, knowsBusiness: Bool = false) {
        facts = suggestion
        if knowsBusiness { open.removeFirst() }
    }

    /// The question to be asked now; `nil` when all are answered.
    package var question: String? {
        switch open.first {
        case .business: "What is the business called? [\(facts.business)] "
        case .template: "What kind of business is it?\n\(Self.menu)\nA number or a name [\(facts.template.rawValue)] "
        case .zone: "In which time zone is it? [\(facts.zone.identifier)] "
        case .languages:
            "Should the bot speak English and German (en,de) or English only (en)? [\(facts.languages.rawValue)] "
        case nil: nil
        }
    }

    /// Takes the answer to the question, or keeps the question open and says why (`objection`).
    package mutating func answer(_ line: String) {
        guard let question = open.first else { return }
        let words = line.trimmed
        objection = words.isEmpty ? nil : take(words, as: question)
        if objection == nil { open.removeFirst() }
    }

    /// Returns why the answer was not taken.
    private mutating func take(_ words: String, as question: Question) -> String? {
        switch question {
        case .business:
            if let fault = ProjectFacts.fault(ofBusiness: words) { return fault }
            facts.business = words
        case .template:
            guard let template = Self.template(words) else { return "that is none of these" }
            facts.template = template
        case .zone:
            guard let zone = Self.zone(words) else {
                return "there is no time zone `\(words)`; write Europe/Dublin or the like"
            }
            facts.zone = zone
        case .languages:
            guard let languages = Self.languages(words) else {
                return "write en,de or en; `usher translate` adds other languages later"
            }
            facts.languages = languages
        }
        return nil
    }

    private static var menu: String {
        let width = ProjectTemplate.allCases.map(\.rawValue.count).max() ?? 0
        return ProjectTemplate.allCases.enumerated().map { number, template in
            let name = template.rawValue + String(repeating: " ", count: width - template.rawValue.count)
            return "  \(number + 1)  \(name)  \(template.about)"
        }.joined(separator: "\n")
    }

    private static func template(_ words: String) -> ProjectTemplate? {
        let all = ProjectTemplate.allCases
        if let number = Int(words) { return all.element(numbered: number) }
        return ProjectTemplate(rawValue: words.lowercased().split(separator: " ").joined(separator: "-"))
    }

    /// The zone with this name, or the only one of this city.
    private static func zone(_ words: String) -> Zone? {
        if let zone = Zone(words) { return zone }
        let city = "/" + words.lowercased().split(separator: " ").joined(separator: "_")
        let near = Zone.knownIdentifiers.filter { $0.lowercased().hasSuffix(city) }
        return near.count == 1 ? Zone(near[0]) : nil
    }

    private static func languages(_ words: String) -> ProjectFacts.Languages? {
        switch words.lowercased().filter({ $0 != " " }) {
        case "en", "english": .english
        case "en,de", "ende", "de", "both", "german", "englishandgerman": .englishAndGerman
        default: nil
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
