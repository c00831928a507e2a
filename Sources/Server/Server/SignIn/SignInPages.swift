import Foundation
import HTTPTypes
import SignIn

/// The pages that customers see in a browser while they sign in: words, one form, no script.
struct SignInPages: Sendable {
    let business: String
    /// `Accept-Language` of the browser.
    let languages: String

    /// Nothing may be loaded, framed or sent elsewhere; where the page lies is nobody's business.
    ///
    /// `form-action` leaves the redirect to the provider open: browsers hold redirects after a form to it as well.
    ///
    /// - Parameter isSecure: whether we are seen under `https`, and so is every provider.
    static func headers(isSecure: Bool) -> [(HTTPField.Name, String)] {
        let forms = isSecure ? "'self' https:" : "'self' https: http:"
        return [
            (
                .contentSecurityPolicy,
                "default-src 'none'; style-src 'unsafe-inline'; form-action \(forms); frame-ancestors 'none'; base-uri 'none'"
            ),
            (.xContentTypeOptions, "nosniff"),
            (referrerPolicy, "no-referrer"),
        ]
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!

    /// Asks for the digits that the chat shows.
    func digits(isWrong: Bool) -> String {
        let wrong = isWrong ? "<p class=\"wrong\" role=\"alert\">\(words.wrongDigits.escaped)</p>" : ""
        return page(
            words.title(business),
            """
            <p>\(words.intro(business).escaped)</p>
            \(wrong)
            <form method="post">
            <label for="digits">\(words.digits.escaped)</label>
            <input id="digits" name="digits" inputmode="numeric" autocomplete="off" maxlength="9" required autofocus>
            <button>\(words.goOn.escaped)</button>
            </form>
            """)
    }

    /// Tells how it ended.
    func end(_ end: SignInEnd) -> String {
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
