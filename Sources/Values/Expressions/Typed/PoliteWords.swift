/// Words with which people ask for something, and that say nothing of an answer: `I need a …`, `it's about …`, `number
/// two`. They are left out of what is typed only where it means nothing with them, so that they hide no label.
struct PoliteWords: Sendable {
    /// In the form of `TextWords`.
    let words: Set<String>
    /// In languages without spaces: what may follow an answer.
    let endings: [String]

    static func of(_ language: String) -> PoliteWords { known[language] ?? none }

    /// The words beside the number of an answer: `number two`.
    static let forNumbers = PoliteWords(
        "en", "number nr nummer numéro numero número رقم", endings: ["番目の", "番目", "番"])

    private static let none = PoliteWords("", "")

    private init(_ language: String, _ text: String, endings: [String] = []) {
        words = Set(TextWords(text, language: language).words)
        self.endings = endings.map { TextWords.normal($0, language) }
    }

    private static let known: [String: PoliteWords] = [
        "en": PoliteWords(
            "en",
            """
            need can could may have has get got m s ve its about pls plz number nr hi hello hey there we he she wants needs
            looking some be
            """),
        "de": PoliteWords(
            "de",
            """
            brauche brauchen braucht benötige benötigen bräuchte geht handelt sich um wegen kann könnte können bekommen
            bekomme haben hab nummer nr hallo hi wir er sie wäre sein s noch
            """),
        "fr": PoliteWords(
            "fr",
            """
            ai besoin puis peux pourrais peut on avoir agit s propos sujet numéro bonjour salut aimerais faut nous
            """),
        "es": PoliteWords(
            "es", "necesito necesitamos puedo podría tener trata se sobre número hola busco sería pedir nos"),
        "ja": PoliteWords(
            "ja", "", endings: ["が必要です", "が欲しいです", "がほしいです", "についてです", "について", "の件です", "の件", "番目の", "番目", "番"]),
        "ar": PoliteWords("ar", "احتاج نحتاج يمكنني هل ممكن الحصول بخصوص عن رقم مرحبا الى إلى اود أود"),
        "it": PoliteWords(
            "it", "ho bisogno posso potrei avere tratta si riguarda numero ciao salve serve servirebbe abbiamo un"),
        "pt": PoliteWords(
            "pt", "preciso precisamos precisava posso poderia ter trata se sobre número olá pf pfv é nos"),
        "nl": PoliteWords(
            "nl", "nodig heb hebben kan kunnen zou gaat om over nummer hallo hoi aub graag we wij krijgen"),
    ]
}
