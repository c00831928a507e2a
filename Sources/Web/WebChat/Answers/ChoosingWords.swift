/// The sentence by which others hear what somebody has chosen.
struct ChoosingWords {
    private let words: (nobody: String, before: String, between: String, after: String)

    /// What somebody is called whose name nobody knows.
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
    ///   - name: what somebody is called; `nil` when nobody knows.
    ///   - chosen: in quotation marks.
    func sentence(of name: String?, chose chosen: String) -> String {
        words.before + (name ?? words.nobody) + words.between + chosen + words.after
    }
}
