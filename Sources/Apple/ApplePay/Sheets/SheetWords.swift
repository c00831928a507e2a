/// The texts of pay sheets, in the language of the conversation.
struct SheetWords: Sendable {
    private let texts: [String]

    /// - Parameter language: a language code such as `de`; an unsupported language gets English.
    init(language: String) {
        texts = Self.table[String(language.prefix { $0 != "-" && $0 != "_" })] ?? Self.table["en"] ?? []
    }

    /// For a change that was refused without a reason.
    var refused: String { texts[0] }
    var email: String { texts[1] }
    var phone: String { texts[2] }
    var address: String { texts[3] }

    private static let table: [String: [String]] = [
        "en": [
            "That cannot be changed just now.", "Please add an email address.", "Please add a phone number.",
            "Please add an address.",
        ],
        "de": [
            "Das lässt sich gerade nicht ändern.", "Bitte gib eine E-Mail-Adresse an.",
            "Bitte gib eine Telefonnummer an.", "Bitte gib eine Adresse an.",
        ],
        "fr": [
            "Impossible de modifier cela pour le moment.", "Ajoutez une adresse e-mail.",
            "Ajoutez un numéro de téléphone.", "Ajoutez une adresse.",
        ],
        "es": [
            "No se puede cambiar en este momento.", "Añade un correo electrónico.", "Añade un número de teléfono.",
            "Añade una dirección.",
        ],
        "ja": [
            "現在は変更できません。", "メールアドレスを入力してください。", "電話番号を入力してください。", "住所を入力してください。",
        ],
        "ar": [
            "لا يمكن تغيير ذلك الآن.", "أضف عنوان بريد إلكتروني.", "أضف رقم هاتف.", "أضف عنوانًا.",
        ],
    ]
}
