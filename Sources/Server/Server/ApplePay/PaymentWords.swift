import Foundation

/// The texts of the payment pages, in the available language that the browser prefers.
struct PaymentWords: Sendable {
    let language: String
    private let texts: [String]

    /// - Parameter header: the value of `Accept-Language` (RFC 9110, section 12.5.4).
    init(accepting header: String) {
        language = SignInWords(accepting: header).language
        texts = Self.table[language] ?? []
    }

    func title(_ business: String) -> String { texts[0].replacing("{business}", with: business) }
    var total: String { texts[1] }
    /// Shown on a device that cannot pay.
    var `where`: String { texts[2] }
    var paid: String { texts[3] }
    var declined: String { texts[4] }
    var over: String { texts[5] }
    var later: String { texts[6] }
    var cancel: String { texts[7] }
    var testCards: String { texts[8] }
    var pay: String { texts[9] }
    /// Shown while the outcome of a payment is not known yet.
    var stillPaying: String { texts[10] }

    private static let table: [String: [String]] = [
        "en": [
            "Your order at {business}", "Total",
            "This order can be paid with Apple Pay: open the message on an iPhone, iPad or Mac that has it set up.",
            "This order is paid. Go back to the chat.", "The payment was declined. You can try another card.",
            "This order can no longer be paid here. Go back to the chat and write a message.",
            "That did not work just now. Please try again in a minute.", "Cancel", "Test cards (no money moves):",
            "Pay now", "The payment is still being made. Please look again in a minute.",
        ],
        "de": [
            "Deine Bestellung bei {business}", "Summe",
            "Diese Bestellung lässt sich mit Apple Pay bezahlen: Öffne die Nachricht auf einem iPhone, iPad oder Mac, auf dem es eingerichtet ist.",
            "Diese Bestellung ist bezahlt. Geh zurück zum Chat.",
            "Die Zahlung wurde abgelehnt. Du kannst eine andere Karte versuchen.",
            "Diese Bestellung kann hier nicht mehr bezahlt werden. Geh zurück zum Chat und schreib eine Nachricht.",
            "Das hat gerade nicht geklappt. Bitte versuche es in einer Minute noch einmal.", "Abbrechen",
            "Testkarten (es fließt kein Geld):",
            "Jetzt bezahlen", "Die Zahlung läuft noch. Bitte sieh in einer Minute noch einmal nach.",
        ],
        "fr": [
            "Votre commande chez {business}", "Total",
            "Cette commande peut être payée avec Apple Pay : ouvrez le message sur un iPhone, un iPad ou un Mac où il est configuré.",
            "Cette commande est payée. Revenez à la discussion.",
            "Le paiement a été refusé. Vous pouvez essayer une autre carte.",
            "Cette commande ne peut plus être payée ici. Revenez à la discussion et écrivez un message.",
            "Cela n’a pas fonctionné. Réessayez dans une minute.", "Annuler",
            "Cartes de test (aucun argent ne circule) :",
            "Payer", "Le paiement est encore en cours. Revenez voir dans une minute.",
        ],
        "es": [
            "Tu pedido en {business}", "Total",
            "Este pedido se puede pagar con Apple Pay: abre el mensaje en un iPhone, iPad o Mac que lo tenga configurado.",
            "Este pedido está pagado. Vuelve al chat.", "El pago fue rechazado. Puedes probar con otra tarjeta.",
            "Este pedido ya no se puede pagar aquí. Vuelve al chat y escribe un mensaje.",
            "No ha funcionado. Inténtalo de nuevo en un minuto.", "Cancelar",
            "Tarjetas de prueba (no se mueve dinero):",
            "Pagar", "El pago sigue en curso. Vuelve a mirar en un minuto.",
        ],
        "ja": [
            "{business}でのご注文", "合計",
            "このご注文はApple Payでお支払いいただけます。Apple Payを設定したiPhone、iPad、またはMacでメッセージを開いてください。",
            "お支払いが完了しました。チャットに戻ってください。", "お支払いが承認されませんでした。別のカードをお試しください。",
            "このご注文はここではお支払いいただけません。チャットに戻り、メッセージをお送りください。",
            "うまくいきませんでした。1分後にもう一度お試しください。", "キャンセル", "テストカード（実際の請求はありません）：",
            "支払う", "お支払いの処理中です。1分後にもう一度ご確認ください。",
        ],
        "ar": [
            "طلبك لدى {business}", "المجموع",
            "يمكن دفع هذا الطلب عبر Apple Pay: افتح الرسالة على iPhone أو iPad أو Mac مُعدّ عليه.",
            "تم دفع هذا الطلب. عُد إلى المحادثة.", "رُفض الدفع. يمكنك تجربة بطاقة أخرى.",
            "لم يعد ممكنًا دفع هذا الطلب هنا. عُد إلى المحادثة واكتب رسالة.", "تعذّر ذلك الآن. حاول مرة أخرى بعد دقيقة.",
            "إلغاء", "بطاقات اختبار (لا تُحوَّل أي أموال):",
            "ادفع الآن", "لا يزال الدفع جاريًا. تحقق مرة أخرى بعد دقيقة.",
        ],
    ]
}
