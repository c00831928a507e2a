/// What a message to Apple may hold: one table for whoever checks flows and whoever sends.
///
/// Apple's page (Interactive Message Types) promises more than newer devices are reported to take. `documented` is the page,
/// `strict` what those devices take; `usher check` refuses what passes the first and warns of what passes the second.
public struct AppleLimits: Sendable, Hashable {
    /// Characters of a title, a label, a hint, a button.
    public let text: Int
    /// Bytes of one picture in an interactive message.
    public let picture: Int
    /// Whether pictures have to be PNG.
    public let wantsPNG: Bool

    public static let documented = AppleLimits(text: 512, picture: pictures, wantsPNG: false)
    public static let strict = AppleLimits(text: 200, picture: 200_000, wantsPNG: true)

    /// Bytes of all pictures of a message together.
    public static let pictures = 5_000_000
    /// Bytes of the picture of a rich link (Rich Link Message).
    public static let linkPicture = 200_000
    /// Answers of a quick reply; fewer are refused with a 400.
    public static let buttons = 2...5
    /// Characters of an answer of a quick reply that are seen.
    public static let buttonLabel = 24
    /// Characters of the name of a form's page: fewer than 20.
    public static let pageName = 19
    /// Bytes of the icon of an iMessage app: fewer than 15 KB.
    public static let appIcon = 14_999
    /// Bytes of the `URL` that hands an iMessage app its data.
    public static let appData = 64_000
    /// Bytes of an attachment.
    public static let attachment = 100_000_000
}

extension AppleLimits {
    /// Whether a picture can go along in an interactive message.
    public func take(_ format: PictureFormat?, bytes: Int) -> Bool {
        bytes <= picture && (wantsPNG ? format == .png : format != nil)
    }

    /// The same for a rich link.
    public func takeInLink(_ format: PictureFormat?, bytes: Int) -> Bool {
        take(format, bytes: bytes) && bytes <= Self.linkPicture
    }
}
