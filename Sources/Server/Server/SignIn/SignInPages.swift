import Foundation
import HTTPTypes
import SignIn

/// Renders the pages that customers see in a browser while they sign in: text, one form, no script.
struct SignInPages: Sendable {
    let business: String
    /// The value of the browser's `Accept-Language` header.
    let languages: String

    /// The page may load nothing, be framed nowhere, and sends no referrer.
    ///
    /// `form-action` permits the redirect to the provider, because browsers apply it to redirects after a form as well.
    ///
    /// - Parameter isSecure: whether the public URL, and so every provider, uses `https`.
    static func headers(isSecure: Bool) -> [(HTTPField.Name, String)] {
        CustomerPage.headers(sendingForms: isSecure ? "https:" : "https: http:")
    }

    /// Asks for the digits that the chat shows.
    func digits(isWrong: Bool) -> String { digits(isWrong ? words.wrongDigits : nil, isWrong: isWrong) }

    /// Asks for the digits again, because the browser did not send the cookie of the page.
    var digitsWithoutCookie: String { digits(words.cookieMissing, isWrong: false) }

    private func digits(_ problem: String?, isWrong: Bool) -> String {
        let alert = problem.map { "<p class=\"wrong\" id=\"wrong\" role=\"alert\">\($0.escaped)</p>" } ?? ""
        let mark = isWrong ? " aria-invalid=\"true\" aria-describedby=\"wrong\"" : ""
        return page(
            words.title(business),
            """
            <p>\(words.intro(business).escaped)</p>
            \(alert)
            <form method="post">
            <label for="digits">\(words.digits.escaped)</label>
            <input id="digits" name="digits" inputmode="numeric" autocomplete="off" required autofocus\(mark)>
            <button>\(words.goOn.escaped)</button>
            </form>
            """)
    }

    /// Shows the result of the sign-in.
    func end(_ end: SignInResult) -> String {
        let text =
            switch end {
            case .signedIn: words.signedIn
            case .cancelled: words.cancelled
            case .failed(.unreachable): words.later
            case .failed: words.over
            }
        return page(words.title(business), "<p>\(text.escaped)</p>")
    }

    private var words: SignInWords { SignInWords(accepting: languages) }

    private func page(_ title: String, _ body: String) -> String {
        CustomerPage(language: words.language, title: title, styles: Self.styles, body: body).html
    }

    private static let styles = """
        label { display: block; margin-bottom: .4rem }
        input { font: inherit; width: 8rem; padding: .5rem; letter-spacing: .2em }
        """
}
