/// Composes the sentence that reports a participant's choice to the other participants.
struct ChoosingWords {
    private let words: (nobody: String, before: String, between: String, after: String)

    /// The name shown for a participant whose name is unknown.
    var nobody: String { words.nobody }

    init(_ language: String) {
        words =
            switch language.prefix(while: { $0 != "-" }) {
            case "de": ("Ein Gast", "", " hat ", " gewählt")
            case "fr": ("Quelqu’un", "", " a choisi ", "")
            case "es": ("Alguien", "", " eligió ", "")
            case "ja": ("ゲスト", "", "さんが", "を選びました")
            case "ar": ("ضيف", "اختار ", " ", "")
            default: ("Guest", "", " selected ", "")
            }
    }

    /// - Parameters:
    ///   - name: the participant's name; `nil` when it is unknown.
    ///   - chosen: the chosen answers, already in quotation marks.
    func sentence(of name: String?, chose chosen: String) -> String {
        words.before + (name ?? words.nobody) + words.between + chosen + words.after
    }
}
