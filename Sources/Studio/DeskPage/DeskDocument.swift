import ChatPage

/// The page of the desk.
public enum DeskDocument {
    /// The document.
    ///
    /// - Parameter language: one of the languages of the chat page.
    public static func html(language: String) -> String {
        String(decoding: DeskFiles.page.bytes, as: UTF8.self)
            .replacing("{{assets}}", with: "/desk/assets/\(DeskFiles.version)")
            .replacing("{{language}}", with: PageDocument.languages.contains(language) ? language : "en")
            .replacing("{{direction}}", with: language == "ar" ? "rtl" : "ltr")
    }

    /// The Content-Security-Policy header: the page loads only the server's own files, and no site may frame it.
    ///
    /// - Parameter framesChat: whether it shows the chat page of the same server.
    public static func contentSecurityPolicy(framesChat: Bool) -> String {
        let frames = framesChat ? ["frame-src 'self'"] : []
        return
            ([
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
                "connect-src 'self'",
            ] + frames + [
                "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
                "require-trusted-types-for 'script'", "trusted-types usher",
            ]).joined(separator: "; ")
    }
}
