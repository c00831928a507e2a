public import Expressions
import Foundation

/// The fixed texts of rich messages, in the supported languages; English for all others.
public struct MessageWords: Sendable {
    /// The names of messages without a title of their own.
    public enum Kind: Sendable, CaseIterable {
        /// The kinds with a name; `button` and `buttons` are the singular and the plural.
        case file, image, location, product, choice, button, buttons, audio, video,
            feedback, unknown
    }

    /// An action of a sender, for notifications.
    public enum Deed: Sendable, CaseIterable {
        /// What the sender has sent; `feedback` asks for a rating.
        case photo, file, link, location, product, receipt, audio, video, feedback
    }

    private let wording: Wording
    private let row: Int

    /// The texts in the language of `wording`.
    public init(_ wording: Wording) {
        self.wording = wording
        row = Self.languages.firstIndex(of: String(wording.language.prefix { $0 != "-" && $0 != "_" })) ?? 0
    }

    /// The texts in English.
    public static let english = MessageWords(.standard)

    /// The supported languages.
    static let languages = ["en", "de", "fr", "es", "ja", "ar"]

    /// The name of a kind of message.
    public func name(_ kind: Kind) -> String { Self.names[kind]?[row] ?? "" }

    /// A count of items: `1 item`, `3 items`.
    public func items(_ count: Int) -> String { counted(count, Self.items[row]) }

    /// The title of a receipt for `count` items.
    public func receipt(for count: Int) -> String { Self.receiptFor[row].filled(items(count)) }

    /// The sentence that a sender has sent `count` items.
    func sent(_ count: Int, by name: String) -> String { Self.sentItems[row].filled(name, items(count)) }

    /// The sentence for an action of a sender.
    func sentence(_ deed: Deed, by name: String) -> String { (Self.deeds[deed]?[row] ?? "").filled(name) }

    /// The sentence that a sender asks a question.
    func asking(_ name: String, _ question: String) -> String { Self.asks[row].filled(name, question) }

    /// The sentence that a sender says something.
    func saying(_ name: String, _ words: String) -> String { Self.says[row].filled(name, words) }

    /// The status of a message: `sending`, `sent`, `delivered`, `read`; with several recipients, also their number.
    func status(_ status: MessageStatus, of others: Int, by some: Int) -> String {
        let word = Self.statuses[status]?[row] ?? ""
        guard others > 1, let pattern = Self.counts[status]?[row] else { return word }
        return pattern.filled(counted(some, Self.recipients[row]))
    }

    private func counted(_ count: Int, _ forms: Forms) -> String {
        let number = wording.text(.number(.init(count)))
        let form =
            switch (count, count % 100) {
            case (1, _): forms.one
            case (2, _): forms.two ?? forms.other
            case (_, 3...10): forms.few ?? forms.other
            default: forms.other
            }
        return form.filled(number)
    }

    /// The plural forms of a count. Arabic has separate forms for one and two, and another form up to ten.
    private struct Forms: Sendable {
        let one: String
        var two: String?
        var few: String?
        let other: String
    }

    private static let items = [
        Forms(one: "1 item", other: "% items"), Forms(one: "1 Artikel", other: "% Artikel"),
        Forms(one: "1 article", other: "% articles"), Forms(one: "1 artículo", other: "% artículos"),
        Forms(one: "1 点", other: "% 点"), Forms(one: "عنصر واحد", two: "عنصران", few: "% عناصر", other: "% عنصرًا"),
    ]

    private static let recipients = [
        Forms(one: "1 recipient", other: "% recipients"), Forms(one: "1 Person", other: "% Personen"),
        Forms(one: "1 destinataire", other: "% destinataires"), Forms(one: "1 destinatario", other: "% destinatarios"),
        Forms(one: "1 人", other: "% 人"), Forms(one: "مستلم واحد", two: "مستلمين", few: "% مستلمين", other: "% مستلمًا"),
    ]

    private static let receiptFor = [
        "Receipt for %", "Beleg über %", "Reçu pour %", "Recibo de %", "% の領収書", "إيصال عن %",
    ]

    private static let sentItems = [
        "% sent you %.", "% hat dir % geschickt.", "% vous a envoyé %.", "% te ha enviado %.", "%さんから % が届きました。",
        "أرسل إليك %: %.",
    ]

    private static let asks = [
        "% asks you: %", "% fragt dich: %", "% vous demande : %", "% te pregunta: %", "%さんからの質問：%", "يسألك %: %",
    ]

    private static let says = ["%: %", "%: %", "% : %", "%: %", "%：%", "%: %"]

    private static let names: [Kind: [String]] = [
        .file: ["File", "Datei", "Fichier", "Archivo", "ファイル", "ملف"],
        .image: ["Image", "Bild", "Image", "Imagen", "画像", "صورة"],
        .location: ["Location", "Standort", "Position", "Ubicación", "位置情報", "موقع"],
        .product: ["Product", "Produkt", "Produit", "Producto", "商品", "منتج"],
        .choice: ["Choose One", "Bitte wählen", "Choisissez", "Elige una opción", "お選びください", "اختر واحدًا"],
        .button: ["Button", "Schaltfläche", "Bouton", "Botón", "ボタン", "زر"],
        .buttons: ["Buttons", "Schaltflächen", "Boutons", "Botones", "ボタン", "أزرار"],
        .audio: ["Audio", "Audio", "Audio", "Audio", "音声", "مقطع صوتي"],
        .video: ["Video", "Video", "Vidéo", "Vídeo", "動画", "مقطع فيديو"],
        .feedback: [
            "Experience Rating", "Bewertung", "Votre avis", "Tu valoración", "評価", "تقييم التجربة",
        ],
        .unknown: [
            "Message of an unknown type", "Nachricht unbekannter Art", "Message de type inconnu",
            "Mensaje de tipo desconocido", "不明な種類のメッセージ", "رسالة من نوع غير معروف",
        ],
    ]

    private static let deeds: [Deed: [String]] = [
        .photo: [
            "% sent you a photo.", "% hat dir ein Foto geschickt.", "% vous a envoyé une photo.",
            "% te ha enviado una foto.", "%さんから写真が届きました。", "أرسل إليك % صورة.",
        ],
        .file: [
            "% sent you a file.", "% hat dir eine Datei geschickt.", "% vous a envoyé un fichier.",
            "% te ha enviado un archivo.", "%さんからファイルが届きました。", "أرسل إليك % ملفًا.",
        ],
        .link: [
            "% sent you a link.", "% hat dir einen Link geschickt.", "% vous a envoyé un lien.",
            "% te ha enviado un enlace.", "%さんからリンクが届きました。", "أرسل إليك % رابطًا.",
        ],
        .location: [
            "% sent you a location.", "% hat dir einen Standort geschickt.", "% vous a envoyé une position.",
            "% te ha enviado una ubicación.", "%さんから位置情報が届きました。", "أرسل إليك % موقعًا.",
        ],
        .product: [
            "% sent you a product.", "% hat dir ein Produkt geschickt.", "% vous a envoyé un produit.",
            "% te ha enviado un producto.", "%さんから商品が届きました。", "أرسل إليك % منتجًا.",
        ],
        .receipt: [
            "% sent you a receipt.", "% hat dir einen Beleg geschickt.", "% vous a envoyé un reçu.",
            "% te ha enviado un recibo.", "%さんから領収書が届きました。", "أرسل إليك % إيصالًا.",
        ],
        .audio: [
            "% sent you an audio recording.", "% hat dir eine Tonaufnahme geschickt.",
            "% vous a envoyé un enregistrement audio.", "% te ha enviado un audio.", "%さんから音声が届きました。",
            "أرسل إليك % مقطعًا صوتيًا.",
        ],
        .video: [
            "% sent you a video.", "% hat dir ein Video geschickt.", "% vous a envoyé une vidéo.",
            "% te ha enviado un vídeo.", "%さんから動画が届きました。", "أرسل إليك % مقطع فيديو.",
        ],
        .feedback: [
            "% would like your opinion.", "% hätte gern deine Meinung.", "% aimerait votre avis.",
            "% quiere conocer tu opinión.", "%さんがご意見をお待ちしています。", "يودّ % معرفة رأيك.",
        ],
    ]

    private static let statuses: [MessageStatus: [String]] = [
        .new: ["not sent", "nicht gesendet", "non envoyé", "sin enviar", "未送信", "لم تُرسل"],
        .pending: ["sending", "wird gesendet", "envoi en cours", "enviando", "送信中", "جارٍ الإرسال"],
        .sent: ["sent", "gesendet", "envoyé", "enviado", "送信済み", "أُرسلت"],
        .delivered: ["delivered", "zugestellt", "distribué", "entregado", "配信済み", "تم التسليم"],
        .read: ["read", "gelesen", "lu", "leído", "既読", "قُرئت"],
    ]

    private static let counts: [MessageStatus: [String]] = [
        .delivered: [
            "delivered to %", "% zugestellt", "distribué à %", "entregado a %", "%に配信済み", "تم التسليم إلى %",
        ],
        .read: ["read by %", "von % gelesen", "lu par %", "leído por %", "%が既読", "قرأها %"],
    ]
}

extension String {
    /// With the placeholders `%` replaced in order.
    fileprivate func filled(_ words: String...) -> String {
        let pieces = split(separator: "%", omittingEmptySubsequences: false)
        return pieces.enumerated().reduce(into: "") { text, piece in
            if piece.offset > 0, piece.offset <= words.count { text += words[piece.offset - 1] }
            text += piece.element
        }
    }
}
