import ApplePay
import ConversationRuntime
import Expressions
import Foundation
import HTTPTypes

/// The pages that customers see in a browser when they pay: the order, and what can be done about it. No script.
struct PaymentPages: Sendable {
    let business: String
    /// `Accept-Language` of the browser.
    let languages: String
    /// Cards that exist nowhere, which one may pay with; none unless a bot is developed.
    let cards: [String]

    /// Nothing may be loaded, framed or sent elsewhere; where the page lies is nobody's business.
    static let headers: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'"
        ),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
    ]

    func page(_ page: SheetPage, wasDeclined: Bool = false) -> String {
        switch page {
        case .order(let order): self.page(body(of: order, wasDeclined: wasDeclined))
        case .paid(let order): self.page("<p>\(words.paid.escaped)</p>\n\(table(of: order))")
        case .over, .unknown: self.page("<p>\(words.over.escaped)</p>")
        case .later: self.page("<p>\(words.later.escaped)</p>")
        }
    }

    private func body(of order: SheetPage.Order, wasDeclined: Bool) -> String {
        let declined = wasDeclined ? "<p class=\"wrong\" role=\"alert\">\(words.declined.escaped)</p>\n" : ""
        let way = cards.isEmpty ? "<p>\(words.where.escaped)</p>" : cardForm
        return declined + table(of: order) + way
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
        let title = words.title(business)
        return """
            <!doctype html>
            <html lang="\(words.language)" dir="\(words.language == "ar" ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title.escaped)</title>
            <style>
            body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1.5rem; color: #222; background: #fff }
            h1 { font-size: 1.4rem }
            table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
            th { text-align: start; font-weight: normal }
            td { text-align: end; white-space: nowrap }
            tfoot th, tfoot td { font-weight: bold; border-top: 1px solid; padding-top: .4rem }
            button { font: inherit; padding: .5rem 1.2rem; margin: .2rem 0 }
            .wrong { color: #a00000 }
            @media (prefers-color-scheme: dark) { body { color: #eee; background: #1c1c1e } .wrong { color: #ff8a80 } }
            </style>
            </head>
            <body>
            <main>
            <h1>\(title.escaped)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
    }
}
