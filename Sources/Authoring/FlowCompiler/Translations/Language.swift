import Foundation

/// Names of languages in messages.
enum Language {
    /// `German` for `de`; the code itself when it is not known.
    static func name(of code: String) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: code.replacing("-", with: "_")) ?? "`\(code)`"
    }
}
