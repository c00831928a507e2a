/// The bot's own short texts: the author's version, otherwise a default in the customer's language.
public struct BotTexts: Sendable {
    public enum Key: String, Sendable, CaseIterable {
        case chooseHint = "choose_hint"
        case formHint = "form_hint"
        case signInHint = "sign_in_hint"
        case payHint = "pay_hint"
        case appHint = "app_hint"
        case skipWord = "skip_word"
        case skipHint = "skip_hint"
        case numberHint = "number_hint"
        case oldTap = "old_tap"
        case signInLink = "sign_in_link"
        case signInDigits = "sign_in_digits"
        case payLink = "pay_link"
        case goodbye
        case sendWord = "send_word"
        case changeWord = "change_word"
        case whichDay = "which_day"
        case whichAnswer = "which_answer"
        case whichTime = "which_time"
        case understood
        case yesWord = "yes_word"
        case noWord = "no_word"
        case replyTitle = "reply_title"
        case badAnswer = "bad_answer"
        case orElse = "or_else"
        case slotTaken = "slot_taken"
    }

    private let written: [Key: Phrase]

    public init(_ written: [Key: Phrase] = [:]) { self.written = written }

    public func phrase(_ key: Key, in language: String) -> Phrase {
        written[key] ?? Phrase(plain: Self.standard(key, in: language))
    }

    /// The default, in English where the language is not supported.
    static func standard(_ key: Key, in language: String) -> String {
        let index = languages.firstIndex(of: String(language.prefix { $0 != "-" })) ?? 0
        return standards[key]?[index] ?? ""
    }

    static let languages = ["en", "de", "fr", "es", "ja", "ar"]

    private static let standards: [Key: [String]] = [
        .chooseHint: [
            "Tap to choose", "Zum Auswählen tippen", "Touchez pour choisir", "Toca para elegir", "タップして選択",
            "اضغط للاختيار",
        ],
        .formHint: [
            "Tap to fill in", "Zum Ausfüllen tippen", "Touchez pour remplir", "Toca para rellenar", "タップして入力",
            "اضغط للتعبئة",
        ],
        .signInHint: [
            "Tap to sign in", "Zum Anmelden tippen", "Touchez pour vous connecter", "Toca para iniciar sesión",
            "タップしてサインイン", "اضغط لتسجيل الدخول",
        ],
        .payHint: [
            "Tap to pay", "Zum Bezahlen tippen", "Touchez pour payer", "Toca para pagar", "タップして支払う",
            "اضغط للدفع",
        ],
        .appHint: [
            "Tap to open", "Zum Öffnen tippen", "Touchez pour ouvrir", "Toca para abrir", "タップして開く",
            "اضغط للفتح",
        ],
        .skipWord: ["skip", "weiter", "passer", "omitir", "スキップ", "تخطي"],
        .skipHint: [
            "To leave this out, write:", "Zum Auslassen einfach schreiben:", "Pour passer, écrivez :",
            "Para omitirlo, escribe:", "省略する場合は次のように入力してください：", "لتخطي هذا السؤال، اكتب:",
        ],
        .numberHint: [
            "Reply with the numbers, separated by commas.", "Antworte mit den Nummern, durch Kommas getrennt.",
            "Répondez avec les numéros, séparés par des virgules.", "Responde con los números, separados por comas.",
            "番号をカンマで区切って返信してください。", "أرسل الأرقام مفصولة بفواصل.",
        ],
        .oldTap: [
            "That question is no longer open.", "Diese Frage ist nicht mehr offen.",
            "Cette question n’est plus ouverte.",
            "Esa pregunta ya no está abierta.", "その質問はもう受け付けていません。", "هذا السؤال لم يعد متاحًا.",
        ],
        .signInLink: [
            "Sign in here:", "Hier anmelden:", "Connectez-vous ici :", "Inicia sesión aquí:", "こちらからサインイン：",
            "سجّل الدخول هنا:",
        ],
        .signInDigits: [
            "The page asks for this number:", "Die Seite fragt nach dieser Zahl:", "La page demande ce nombre :",
            "La página pide este número:", "ページで入力する番号：", "ستطلب الصفحة هذا الرقم:",
        ],
        .payLink: ["Pay here:", "Hier bezahlen:", "Payez ici :", "Paga aquí:", "お支払いはこちら：", "ادفع هنا:"],
        .goodbye: [
            "Goodbye! Write again whenever you like.", "Auf Wiedersehen! Schreib uns jederzeit wieder.",
            "Au revoir ! Écrivez-nous quand vous voulez.", "¡Adiós! Escríbenos cuando quieras.",
            "ご利用ありがとうございました。またいつでもどうぞ。", "إلى اللقاء! راسلنا متى شئت.",
        ],
        .sendWord: ["Send", "Senden", "Envoyer", "Enviar", "送信", "إرسال"],
        .whichDay: [
            "Which day do you mean?", "Welcher Tag ist gemeint?", "De quel jour s’agit-il ?", "¿Qué día es?",
            "どちらの日付ですか？", "أي يوم تقصد؟",
        ],
        .whichAnswer: [
            "Which one do you mean?", "Was davon ist gemeint?", "Lequel voulez-vous dire ?", "¿Cuál de ellos es?",
            "どれのことですか？", "أيها تقصد؟",
        ],
        .whichTime: [
            "Which of these times?", "Welche dieser Zeiten?", "Lequel de ces horaires ?", "¿Cuál de estas horas?",
            "どの時間にしますか？", "أي من هذه المواعيد؟",
        ],
        .understood: [
            "Did we understand you correctly?", "Haben wir richtig verstanden?", "Avons-nous bien compris ?",
            "¿Hemos entendido bien?", "こちらでよろしいですか？", "هل فهمنا بشكل صحيح؟",
        ],
        .yesWord: ["Yes", "Ja", "Oui", "Sí", "はい", "نعم"],
        .noWord: ["No", "Nein", "Non", "No", "いいえ", "لا"],
        .replyTitle: ["My answer", "Meine Antwort", "Ma réponse", "Mi respuesta", "回答", "إجابتي"],
        .badAnswer: [
            "We cannot use this answer:", "Mit dieser Antwort können wir nichts anfangen:",
            "Nous ne pouvons pas utiliser cette réponse :", "No podemos usar esta respuesta:", "この回答は使えません：",
            "لا يمكننا استخدام هذه الإجابة:",
        ],
        .orElse: ["Or:", "Oder:", "Ou :", "O bien:", "または：", "أو:"],
        .slotTaken: [
            "Sorry, this time has just been taken.", "Dieser Termin wurde leider gerade vergeben.",
            "Désolé, ce créneau vient d’être pris.", "Lo sentimos, esa hora se acaba de ocupar.",
            "申し訳ありません。その時間は埋まってしまいました。", "عذرًا، حُجز هذا الموعد للتو.",
        ],
        .changeWord: ["Change", "Ändern", "Modifier", "Cambiar", "変更", "تعديل"],
    ]
}
