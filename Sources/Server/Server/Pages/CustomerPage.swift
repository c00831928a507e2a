import HTTPTypes

/// A page that customers see in a browser beside the chat: text, possibly a form, no script.
struct CustomerPage: Sendable {
    /// A language code, such as `de`.
    let language: String
    /// Plain text.
    let title: String
    /// CSS rules in addition to those that all such pages have.
    let styles: String
    /// HTML.
    let body: String

    /// The page may load nothing, be framed nowhere, and sends no referrer.
    ///
    /// - Parameter sources: to where its forms may lead, beside this server, as a Content Security Policy has it.
    static func headers(sendingForms sources: String) -> [(HTTPField.Name, String)] {
        [
            (
                .contentSecurityPolicy,
                "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' \(sources); frame-ancestors 'none'; base-uri 'none'"
            ),
            (.xContentTypeOptions, "nosniff"),
            (referrerPolicy, "no-referrer"),
        ]
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!

    var html: String {
        """
        <!doctype html>
        <html lang="\(language)" dir="\(language == "ar" ? "rtl" : "ltr")">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title.escaped)</title>
        <style>
        body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1.5rem; color: #222; background: #fff }
        h1 { font-size: 1.4rem }
        h1, p, label, th, td { overflow-wrap: anywhere }
        button { font: inherit; padding: .5rem 1.2rem; margin: .2rem 0 }
        .wrong { color: #a00000 }
        \(styles)
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

extension String {
    /// The text escaped for HTML, in text and in quoted attributes.
    ///
    /// It works by Unicode scalar and not by `Character`: a quotation mark with a combining accent is a `Character` of
    /// its own, yet in HTML it still ends an attribute.
    var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
