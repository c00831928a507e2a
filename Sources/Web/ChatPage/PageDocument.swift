/// The page itself, with the values that it needs from its server.
public struct PageDocument: Sendable {
    /// The languages of the page's own texts.
    public static let languages = ["en", "de", "fr", "es", "it", "ja", "ar"]

    /// One of `languages`.
    public var language: String
    /// The name of the business.
    public var business: String
    /// The sites that may show the page as a widget.
    public var origins: [String]
    /// The servers, besides this one, from which pictures are shown.
    public var pictureOrigins: [String]
    /// The maximum size of a file in bytes.
    public var largestFile: Int
    /// Whether the page is embedded in another site.
    public var isWidget: Bool

    public init(
        language: String, business: String, origins: [String], pictureOrigins: [String], largestFile: Int,
        isWidget: Bool
    ) {
        self.language = language
        self.business = business
        self.origins = origins
        self.pictureOrigins = pictureOrigins
        self.largestFile = largestFile
        self.isWidget = isWidget
    }

    /// The document, with each value escaped for its place.
    public var html: String {
        let values = [
            "language": language, "direction": language == "ar" ? "rtl" : "ltr", "business": business,
            "api": "/chat/api", "assets": "/chat/assets/\(PageFiles.version)",
            "origins": origins.joined(separator: " "), "pictures": pictureOrigins.joined(separator: " "),
            "largestFile": String(largestFile), "class": isWidget ? "widget" : "page",
        ]
        // One pass: inserted values are not processed again.
        return String(decoding: PageFiles.page.bytes, as: UTF8.self).replacing(/\{\{(\w+)\}\}/) { match in
            (values[String(match.output.1)] ?? "").escaped
        }
    }

    /// The Content-Security-Policy header: the page loads only the server's own files and pictures of allowed servers,
    /// and only allowed sites may frame it.
    public var contentSecurityPolicy: String {
        let pictures = (["'self'", "data:", "blob:"] + pictureOrigins).joined(separator: " ")
        let frames = isWidget ? (["'self'"] + origins).joined(separator: " ") : "'none'"
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src \(pictures)",
            "media-src 'self' blob:", "connect-src 'self'", "form-action 'none'", "base-uri 'none'",
            "frame-ancestors \(frames)", "require-trusted-types-for 'script'", "trusted-types usher",
        ].joined(separator: "; ")
    }
}

extension String {
    /// The text escaped for HTML text and quoted attributes; a special character followed by a combining accent is
    /// escaped, too.
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
