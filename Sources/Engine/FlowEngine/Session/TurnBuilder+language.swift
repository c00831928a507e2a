import Expressions
import FlowModel
import Foundation

/// The language that the customer has chosen: `set: language` of a flow. It outlives the conversation, like a fact.
extension TurnBuilder {
    /// The name of the fact. No fact of bot.yaml can be called so, because it is no name of the language.
    private static var fact: String { "chosen language" }

    /// The name that flows set.
    static var languageName: String { "language" }

    /// The chosen language; `nil` when nothing was chosen, or the bot does not speak it any more.
    var chosenLanguage: String? { storedLanguage.flatMap { code in bot.languages.first { $0 == code } } }

    /// Continues in the language that the customer has chosen, if they have.
    mutating func returnToChosenLanguage() {
        if let chosenLanguage { session.language = chosenLanguage }
    }

    private var storedLanguage: String? {
        if case .text(let code)? = session.facts[Self.fact] { code } else { nil }
    }

    /// The value of the chosen language, for going back.
    var heldLanguage: Value? { storedLanguage.map { .text($0) } }

    /// Continues in a language, given by its code or its name. An empty value returns to that of the device; a value
    /// that names none of the bot's languages changes nothing.
    mutating func chooseLanguage(_ value: Value?) {
        guard let value else {
            session.facts[Self.fact] = nil
            session.language = bot.language(for: event.sender?.locale ?? session.language)
            return
        }
        guard let language = language(meantBy: value) else { return }
        session.facts[Self.fact] = .text(language)
        session.language = language
    }

    private func language(meantBy value: Value) -> String? {
        switch value {
        case .choice(let choice): bot.language(called: choice.id) ?? bot.language(called: choice.label)
        case .text(let text): bot.language(called: text)
        default: nil
        }
    }
}

extension Bot {
    /// The language of the bot with this code, or with this name in itself, in English or in the language of the flows.
    fileprivate func language(called name: String) -> String? {
        let wanted = name.trimmed.lowercased()
        return languages.first { $0.lowercased() == wanted }
            ?? languages.first { code in
                [code, "en", languages[0]].contains { language in
                    Locale(identifier: language).localizedString(forIdentifier: code)?.lowercased() == wanted
                }
            }
    }
}
