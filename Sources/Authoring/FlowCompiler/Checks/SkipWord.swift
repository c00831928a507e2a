import Diagnostics
import Expressions

/// The word that skips a question is not one of the words that end the conversation.
struct SkipWord: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.bot.texts.filter { $0.key.value == "skip_word" }.compactMap { _, text in
            guard let word = text.template.constant, AnywhereWords.reserved.contains(word.lowercased()) else {
                return nil
            }
            return Diagnostic(
                .reservedWord, "`\(word)` always ends the conversation", at: text.span,
                label: "belongs to the customer",
                help: "take another word, such as `skip`")
        }
    }
}
