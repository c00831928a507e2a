public import MessageModel

/// Limits of messages to Apple: one table for both checking flows and sending.
///
/// Apple's page (Interactive Message Types) promises more than newer devices are reported to accept. `documented` is
/// the page, `strict` what those devices accept; `usher check` reports an error beyond the first and a warning beyond
/// the second.
public struct AppleLimits: Sendable, Hashable {
    /// Characters of a title, a label, a hint or a button.
    public let text: Int
    /// Bytes of one picture in an interactive message.
    public let picture: Int
    /// Whether pictures must be PNG.
    public let wantsPNG: Bool

    public static let documented = AppleLimits(text: 512, picture: pictures, wantsPNG: false)
    public static let strict = AppleLimits(text: 200, picture: 200_000, wantsPNG: true)

    /// Bytes of all pictures of a message in total.
    public static let pictures = 5_000_000
    /// Bytes of the picture of a rich link (Rich Link Message).
    public static let linkPicture = 200_000
    /// The number of answers of a quick reply; Apple rejects fewer with a 400.
    public static let buttons = 2...5
    /// The visible characters of an answer of a quick reply.
    public static let buttonLabel = 24
    /// Characters of the name of a form's page: fewer than 20.
    public static let pageName = 19
    /// Bytes of the icon of an iMessage app: fewer than 15 KB.
    public static let appIcon = 14_999
    /// Bytes of the `URL` that passes data to an iMessage app.
    public static let appData = 64_000
    /// Bytes of an attachment.
    public static let attachment = 100_000_000
}

extension AppleLimits {
    /// Whether an interactive message can include the picture.
    public func take(_ format: PictureFormat?, bytes: Int) -> Bool {
        bytes <= picture && (wantsPNG ? format == .png : format != nil)
    }

    /// The same for a rich link.
    public func takeInLink(_ format: PictureFormat?, bytes: Int) -> Bool {
        take(format, bytes: bytes) && bytes <= Self.linkPicture
    }
}
