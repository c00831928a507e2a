import ApplePay
import ConversationRuntime
import Expressions
import Foundation
import HTTPTypes

/// Renders the pages that customers see in a browser when they pay: the order, and what they can do about it. No
/// script.
struct PaymentPages: Sendable {
    let business: String
    /// The value of the browser's `Accept-Language` header.
    let languages: String
    /// The test cards that the page accepts; empty except during development.
    let cards: [String]

    /// The page may load nothing, be framed nowhere and send forms only to this server or by `https`; it sends no
    /// referrer.
    ///
    /// Browsers apply `form-action` to the redirect to the page of the business as well, which may be on this machine while
    /// it is developed.
    ///
    /// - Parameter isSecure: whether the public URL uses `https`.
    static func headers(isSecure: Bool) -> [(HTTPField.Name, String)] {
        CustomerPage.headers(sendingForms: isSecure ? "https:" : "https: http://127.0.0.1:* http://localhost:*")
    }

    /// - Parameter end: how a payment with a test card has just ended.
    func page(_ page: SheetPage, _ end: TestCardEnd? = nil) -> String {
        switch page {
        case .order(let order): self.page(body(of: order, end))
        case .paid(let order): self.page("<p>\(words.paid.escaped)</p>\n\(table(of: order))")
        case .over, .unknown: self.page("<p>\(words.over.escaped)</p>")
        case .later: self.page("<p>\(words.later.escaped)</p>")
        }
    }

    private func body(of order: SheetPage.Order, _ end: TestCardEnd?) -> String {
        let notice = notice(of: order, end).map { "<p class=\"wrong\" role=\"alert\">\($0.escaped)</p>\n" } ?? ""
        let way = cards.isEmpty ? order.hasPage ? "" : "<p>\(words.where.escaped)</p>" : cardForm
        return notice + table(of: order) + (order.hasPage ? pageForm : "") + way
    }

    /// The outcome of the payment in words; `nil` where none was tried.
    private func notice(of order: SheetPage.Order, _ end: TestCardEnd?) -> String? {
        if order.isBeingPaid { return words.stillPaying }
        return switch end {
        case .declined?: words.declined
        case .failed?: words.later
        case .paid?, nil: nil
        }
    }

    private func table(of order: SheetPage.Order) -> String {
        let rows = order.items.map { row($0.label, $0.amount.text) }.joined(separator: "\n")
        return """
            <table>
            <tbody>
            \(rows)
            </tbody>
            <tfoot>
            \(row(words.total, order.total.text))
            </tfoot>
            </table>

            """
    }

    private func row(_ label: String, _ amount: String) -> String {
        "<tr><th scope=\"row\">\(label.escaped)</th><td>\(amount.escaped)</td></tr>"
    }

    /// Leads to the page of the business.
    private var pageForm: String {
        """
        <form method="post">
        <p><button name="page" value="open">\(words.pay.escaped)</button></p>
        </form>
        """
    }

    private var cardForm: String {
        let buttons = cards.map { "<button name=\"card\" value=\"\($0.escaped)\">\($0.escaped)</button>" }
        return """
            <form method="post">
            <p>\(words.testCards.escaped)</p>
            <p>\(buttons.joined(separator: "\n"))</p>
            <p><button name="cancel" value="yes">\(words.cancel.escaped)</button></p>
            </form>
            """
    }

    private var words: PaymentWords { PaymentWords(accepting: languages) }

    private func page(_ body: String) -> String {
        CustomerPage(language: words.language, title: words.title(business), styles: Self.styles, body: body).html
    }

    private static let styles = """
        table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
        th { text-align: start; font-weight: normal }
        td { text-align: end; white-space: nowrap }
        tfoot th, tfoot td { font-weight: bold; border-top: 1px solid; padding-top: .4rem }
        """
}
