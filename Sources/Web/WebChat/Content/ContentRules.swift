public import Expressions
public import MessageParts

/// The limits of content: allowed kinds and sizes, retention, and which content is fetched automatically.
public struct ContentRules: Sendable {
    /// The maximum size of a file in bytes.
    public var maxSize = 25_000_000
    /// Accepted media types, such as `application/pdf` or `image/*`; `nil` accepts all.
    public var kinds: [String]?
    /// How long a file is kept.
    public var retention = TimeLength.days(30)
    public var automatic = DownloadRules(kinds: ["image/*", "text/plain"], size: 1_000_000)

    /// The time limit for an upload.
    static let uploadLife = TimeLength.days(7)
    /// A link is valid for at least one and at most two of these periods: content shown twice within a period has the
    /// same link.
    static let linkStep = TimeLength.hours(1)
    /// The maximum size in bytes of a body carried inside its part.
    public static let largestBody = 2_048
    /// The maximum size in bytes of a message body that is read.
    static let largestMessage = 65_536
    /// A customer's quota, as a multiple of the maximum file size.
    static let filesOfLargestSize = 20

    public init() {}

    /// The quota of one customer's files in bytes.
    var quota: Int { maxSize * Self.filesOfLargestSize }

    /// Whether the content can be the body of a text, which is not a file and is accepted regardless of the accepted
    /// kinds.
    func isText(_ kind: String, of size: Int) -> Bool {
        TextContent.mimeTypes.first == kind && size <= Self.largestMessage
    }

    func takes(_ kind: String) -> Bool { kinds.map { $0.contains { MIMEType(kind).isKind($0) } } ?? true }
}

extension String {
    /// The media type in lower case and without parameters, if this text is one (RFC 9110, 8.3.1).
    public var asMediaType: String? {
        let type = MIMEType(parsing: self).type
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) in
            !part.isEmpty && part.utf8.count <= 127 && part.utf8.allSatisfy { Self.tokenCharacters.contains($0) }
        }
        return parts.count == 2 && parts.allSatisfy(isToken) ? type : nil
    }

    private static let tokenCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789!#$&^_.+-".utf8)

    /// The text as a displayable file name: without folders, and without characters that disguise its extension.
    var asFileName: String? {
        let name = split { $0 == "/" || $0 == "\\" || $0.isNewline }.last ?? ""
        let shown = name.unicodeScalars.filter { scalar in
            scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        }
        let text = String(String(String.UnicodeScalarView(shown)).trimmingPrefix(while: \.isWhitespace)).shortened(
            to: 255)
        return text.allSatisfy { $0.isWhitespace || $0 == "." } ? nil : text
    }
}
