public import Expressions
public import MessageParts

/// What may be sent as content, how long it is kept, and what is fetched without being asked for.
public struct ContentRules: Sendable {
    /// Bytes of the largest file.
    public var maxSize = 25_000_000
    /// Kinds that are taken, such as `application/pdf` or `image/*`; `nil` takes all.
    public var kinds: [String]?
    /// How long a file is kept.
    public var retention = TimeLength.days(30)
    public var automatic = DownloadRules(kinds: ["image/*", "text/plain"], size: 1_000_000)

    /// How long a file may be on its way.
    static let uploadLife = TimeLength.days(7)
    /// A link is good for one of these at least, and for two at most: what is shown twice meanwhile has the same link.
    static let linkStep = TimeLength.hours(1)
    /// The largest body that stands in a part itself, in bytes.
    public static let largestBody = 2_048
    /// The largest body of a message that is read, in bytes.
    static let largestMessage = 65_536
    /// How many files of the largest size somebody's files may be together.
    static let filesOfLargestSize = 20

    public init() {}

    /// Bytes that the files of one customer may have together.
    var quota: Int { maxSize * Self.filesOfLargestSize }

    /// Whether it can be the body of a text, which is no file and is taken whatever kinds of files are.
    func isText(_ kind: String, of size: Int) -> Bool {
        TextContent.mimeTypes.first == kind && size <= Self.largestMessage
    }

    func takes(_ kind: String) -> Bool { kinds.map { $0.contains { MIMEType(kind).isKind($0) } } ?? true }
}

extension String {
    /// Itself in small letters and without what comes with it, if it is a media type (RFC 9110, 8.3.1).
    public var asMediaType: String? {
        let type = MIMEType(parsing: self).type
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) in
            !part.isEmpty && part.utf8.count <= 127 && part.utf8.allSatisfy { Self.tokenCharacters.contains($0) }
        }
        return parts.count == 2 && parts.allSatisfy(isToken) ? type : nil
    }

    private static let tokenCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789!#$&^_.+-".utf8)

    /// As the name of a file that is shown: without folders, and without characters that hide how it ends.
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
