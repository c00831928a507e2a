/// The page on which a customer signs in, with the field names that Password AutoFill expects (HTML, autofill:
/// `username`, `current-password`).
struct IdentityPage: Sendable {
    let name: String
    /// The query of the request, which the form sends along.
    let query: String
    let ticket: String
    /// Why the form is shown again, as a sentence.
    let problem: String?

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Sign in to \(Self.escaped(name))</title>
        <style>
        body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 4rem auto; padding: 0 1.5rem }
        label, input { display: block; font: inherit } input { width: 100%; box-sizing: border-box; padding: .5rem; margin-bottom: 1rem }
        button { font: inherit; padding: .5rem 1.2rem }
        h1, p { overflow-wrap: anywhere }
        </style>
        </head>
        <body>
        <h1>Sign in to \(Self.escaped(name))</h1>
        <p>This is a simulated identity provider.\(alert)</p>
        <form method="post" action="?\(Self.escaped(query))">
        <input type="hidden" name="ticket" value="\(Self.escaped(ticket))">
        <label for="username">User</label>
        <input id="username" name="username" autocomplete="username" autocapitalize="none" autofocus>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password">
        <button>Sign in</button>
        <button name="cancel" value="yes" formnovalidate>Cancel</button>
        </form>
        </body>
        </html>

        """
    }

    private var alert: String {
        problem.map { " <strong role=\"alert\">\(Self.escaped($0))</strong>" } ?? ""
    }

    static func escaped(_ text: String) -> String {
        let references: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        return text.unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }
}
