import ChatPage

/// The page of the studio.
public enum StudioDocument {
    /// The document, with the addresses of its files.
    public static let html: String = filled(StudioFiles.page)

    /// The page on which flows are published.
    public static let publishing: String = filled(StudioFiles.publishing)

    private static func filled(_ page: PageFile) -> String {
        String(decoding: page.bytes, as: UTF8.self)
            .replacing("{{assets}}", with: "/studio/assets/\(StudioFiles.version)")
            .replacing("{{editor}}", with: StudioFiles.hasEditor ? "codemirror" : "plain")
    }

    /// The Content-Security-Policy header: the page loads only the server's own files, and no site may frame it.
    public static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "connect-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types usher",
    ].joined(separator: "; ")
}
