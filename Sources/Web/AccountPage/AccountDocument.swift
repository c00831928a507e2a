import ChatPage

/// The page on which operators sign in.
public enum AccountDocument {
    /// The languages of its texts: those of the chat page.
    public static let languages = PageDocument.languages

    /// The document.
    ///
    /// - Parameter language: one of `languages`.
    public static func html(language: String) -> String {
        String(decoding: AccountFiles.page.bytes, as: UTF8.self)
            .replacing("{{assets}}", with: "/operators/assets/\(AccountFiles.version)")
            .replacing("{{language}}", with: languages.contains(language) ? language : "en")
            .replacing("{{direction}}", with: language == "ar" ? "rtl" : "ltr")
    }

    /// A page without words that leads to another one of this server.
    ///
    /// - Parameter address: a path of this server.
    public static func leading(to address: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Usher</title></head>
        <body><p><a href="\(address)">Usher</a></p></body>
        </html>

        """
    }

    /// The Content-Security-Policy header: the page loads only the server's own files, and no site may frame it.
    public static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "connect-src 'self'",
        "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types usher",
    ].joined(separator: "; ")
}
