/// The texts of the sign-in pages, in the available language that the browser prefers.
struct SignInWords: Sendable {
    let language: String
    private let texts: [String]

    private static let order = ["en", "de", "fr", "es", "ja", "ar"]

    /// - Parameter header: the value of `Accept-Language` (RFC 9110, section 12.5.4).
    init(accepting header: String) {
        let best = AcceptedLanguages(header).best(among: Self.order)
        language = best
        texts = Self.table[best] ?? []
    }

    func title(_ business: String) -> String { filled(0, business) }
    func intro(_ business: String) -> String { filled(1, business) }
    var digits: String { texts[2] }
    var goOn: String { texts[3] }
    var wrongDigits: String { texts[4] }
    var signedIn: String { texts[5] }
    var cancelled: String { texts[6] }
    var over: String { texts[7] }
    var later: String { texts[8] }
    var cookieMissing: String { texts[9] }

    private func filled(_ index: Int, _ business: String) -> String {
        texts[index].replacing("{business}", with: business)
    }

    private static let table: [String: [String]] = [
        "en": [
            "Sign in for {business}",
            "Somebody in a chat with {business} was sent this link. If that was not you, close this page.",
            "The number that the chat shows:", "Go on", "That is not the number.",
            "You are signed in. Go back to the chat.", "You have not signed in. Go back to the chat.",
            "This sign-in is over. Go back to the chat and ask for a new one.",
            "That did not work just now. Please try again in a minute.",
            "This page needs a cookie, and your browser did not send it back. Allow cookies for this page, then enter the number again.",
        ],
        "de": [
            "Anmelden für {business}",
            "Dieser Link wurde jemandem in einem Chat mit {business} geschickt. Wenn du das nicht warst, schließe diese Seite.",
            "Die Zahl, die im Chat steht:", "Weiter", "Das ist nicht die Zahl.",
            "Du bist angemeldet. Geh zurück zum Chat.", "Du hast dich nicht angemeldet. Geh zurück zum Chat.",
            "Diese Anmeldung ist vorbei. Geh zurück zum Chat und bitte um eine neue.",
            "Das hat gerade nicht geklappt. Bitte versuche es in einer Minute noch einmal.",
            "Diese Seite braucht ein Cookie, und dein Browser hat es nicht zurückgeschickt. Erlaube Cookies für diese Seite und gib die Zahl noch einmal ein.",
        ],
        "fr": [
            "Connexion pour {business}",
            "Ce lien a été envoyé à quelqu’un qui discute avec {business}. Si ce n’est pas vous, fermez cette page.",
            "Le nombre affiché dans la discussion :", "Continuer", "Ce n’est pas le bon nombre.",
            "Vous êtes connecté. Revenez à la discussion.", "Vous ne vous êtes pas connecté. Revenez à la discussion.",
            "Cette connexion n’est plus valable. Revenez à la discussion et demandez-en une nouvelle.",
            "Cela n’a pas fonctionné. Réessayez dans une minute.",
            "Cette page a besoin d’un cookie que votre navigateur n’a pas renvoyé. Autorisez les cookies pour cette page, puis saisissez de nouveau le nombre.",
        ],
        "es": [
            "Iniciar sesión para {business}",
            "Este enlace se envió a alguien que chatea con {business}. Si no eres tú, cierra esta página.",
            "El número que muestra el chat:", "Continuar", "Ese no es el número.",
            "Has iniciado sesión. Vuelve al chat.", "No has iniciado sesión. Vuelve al chat.",
            "Este inicio de sesión ya no vale. Vuelve al chat y pide uno nuevo.",
            "No ha funcionado. Inténtalo de nuevo en un minuto.",
            "Esta página necesita una cookie que tu navegador no ha devuelto. Permite las cookies para esta página y escribe el número otra vez.",
        ],
        "ja": [
            "{business}へのサインイン",
            "このリンクは{business}とのチャットで送られたものです。心当たりがない場合は、このページを閉じてください。",
            "チャットに表示された番号：", "続ける", "番号が違います。", "サインインしました。チャットに戻ってください。",
            "サインインしませんでした。チャットに戻ってください。",
            "このサインインは終了しました。チャットに戻り、もう一度お試しください。",
            "うまくいきませんでした。1分後にもう一度お試しください。",
            "このページにはCookieが必要ですが、ブラウザーから返されませんでした。このページのCookieを許可し、もう一度番号を入力してください。",
        ],
        "ar": [
            "تسجيل الدخول إلى {business}",
            "أُرسل هذا الرابط إلى شخص يتحدث مع {business}. إن لم تكن أنت فأغلق هذه الصفحة.",
            "الرقم الظاهر في المحادثة:", "متابعة", "هذا ليس الرقم الصحيح.", "تم تسجيل دخولك. عُد إلى المحادثة.",
            "لم تسجّل الدخول. عُد إلى المحادثة.", "انتهت صلاحية تسجيل الدخول هذا. عُد إلى المحادثة واطلب رابطًا جديدًا.",
            "تعذّر ذلك الآن. حاول مرة أخرى بعد دقيقة.",
            "تحتاج هذه الصفحة إلى ملف تعريف ارتباط لم يُعده متصفحك. اسمح بملفات تعريف الارتباط لهذه الصفحة، ثم أدخل الرقم مرة أخرى.",
        ],
    ]
}
