public import Expressions
import Foundation

/// The wording of cards: values formatted for the customer's language, and the few words of a receipt.
public struct CardWording: Sendable {
    let wording: Wording
    private let row: Int

    /// The words of a language; English where it is not supported.
    public init(_ wording: Wording) {
        self.wording = wording
        row = Self.languages.firstIndex(of: String(wording.language.prefix { $0 != "-" })) ?? 0
    }

    enum Word: Sendable {
        case order, subtotal, shipping, tax, total, payment, address, billing
    }

    func callAsFunction(_ word: Word) -> String { Self.words[word]?[row] ?? "" }

    func text(_ money: Money) -> String { wording.text(.money(money)) }

    /// The note that this many cards are left out: `and 3 more`.
    public func more(_ count: Int) -> String {
        let pieces = Self.more[row]
        return pieces.0 + wording.text(.number(.init(count))) + pieces.1
    }

    private static let languages = ["en", "de", "fr", "es", "ja", "ar"]

    private static let words: [Word: [String]] = [
        .order: ["Order", "Bestellung", "Commande", "Pedido", "ご注文", "الطلب"],
        .subtotal: ["Subtotal", "Zwischensumme", "Sous-total", "Subtotal", "小計", "المجموع الفرعي"],
        .shipping: ["Shipping", "Versand", "Livraison", "Envío", "送料", "الشحن"],
        .tax: ["Tax", "Steuer", "Taxes", "Impuestos", "税", "الضريبة"],
        .total: ["Total", "Gesamt", "Total", "Total", "合計", "الإجمالي"],
        .payment: ["Payment", "Zahlung", "Paiement", "Pago", "お支払い", "الدفع"],
        .address: [
            "Delivery address", "Lieferadresse", "Adresse de livraison", "Dirección de envío", "お届け先",
            "عنوان التسليم",
        ],
        .billing: [
            "Billing address", "Rechnungsadresse", "Adresse de facturation", "Dirección de facturación", "請求先",
            "عنوان الفاتورة",
        ],
    ]

    private static let more: [(String, String)] = [
        ("and ", " more"), ("und ", " weitere"), ("et ", " de plus"), ("y ", " más"), ("ほか", "件"), ("و", " غيرها"),
    ]
}
