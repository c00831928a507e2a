/// The page itself, with what it has to know of its server.
public struct PageDocument: Sendable {
    /// The languages that the page's own words are in.
    public static let languages = ["en", "de", "fr", "es", "it", "ja", "ar"]

    /// One of `languages`.
    public var language: String
    /// Who one talks to.
    public var business: String
    /// The sites that may show the page as a widget.
    public var origins: [String]
    /// The servers, beside our own, from which pictures are shown.
    public var pictureOrigins: [String]
    /// In bytes.
    public var largestFile: Int
    /// Whether it stands in another site.
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

    /// The document, each value fit for where it stands.
    public var html: String {
        let values = [
            "language": language, "direction": language == "ar" ? "rtl" : "ltr", "business": business,
            "api": "/chat/api", "assets": "/chat/assets/\(PageFiles.version)",
            "origins": origins.joined(separator: " "), "pictures": pictureOrigins.joined(separator: " "),
            "largestFile": String(largestFile), "class": isWidget ? "widget" : "page",
        ]
        // One pass: what is filled in is not looked at again.
        return String(decoding: PageFiles.page.bytes, as: UTF8.self).replacing(/\{\{(\w+)\}\}/) { match in
            (values[String(match.output.1)] ?? "").escaped
        }
    }

    /// What a browser may do with it: load our own files, and nothing else; be shown only by sites that may.
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
    /// Fit to stand in HTML, in texts and in quoted attributes; a mark with an accent on it is still that mark.
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
