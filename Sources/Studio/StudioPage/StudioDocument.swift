import ChatPage

/// The page of the studio.
public enum StudioDocument {
    /// The languages of the page's own texts.
    public static let languages = PageDocument.languages

    /// The document in one of `languages`, with the addresses of its files.
    public static func html(in language: String) -> String { filled(StudioFiles.page, in: language) }

    /// The page on which flows are published, in one of `languages`.
    public static func publishing(in language: String) -> String { filled(StudioFiles.publishing, in: language) }

    private static func filled(_ page: PageFile, in language: String) -> String {
        String(decoding: page.bytes, as: UTF8.self)
            .replacing("{{assets}}", with: "/studio/assets/\(StudioFiles.version)")
            .replacing("{{editor}}", with: StudioFiles.hasEditor ? "codemirror" : "plain")
            .replacing("{{language}}", with: language)
            .replacing("{{direction}}", with: language == "ar" ? "rtl" : "ltr")
    }

    /// The Content-Security-Policy header: the page loads only the server's own files, and no site may frame it.
    public static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "connect-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types usher",
    ].joined(separator: "; ")
}
