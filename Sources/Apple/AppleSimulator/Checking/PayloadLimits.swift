import JSON

/// The size limits of a message's parts.
public enum PayloadLimits: String, Sendable, CaseIterable {
    /// The limits that Apple reportedly enforces since August 2026: 200 characters, PNG images of at most 200 KB, 5 MB
    /// of images in one message.
    case strict
    /// The limits documented on Apple's page on interactive message types: 512 characters, and none for images.
    case documented
}

extension PayloadLimits {
    /// The maximum number of characters of titles, subtitles and labels.
    var titleLength: Int { self == .strict ? 200 : 512 }

    /// The maximum size in bytes of one image, decoded from base64; `nil` for no separate limit.
    var imageSize: Int? { self == .strict ? 200 * 1024 : nil }

    /// The maximum size in bytes of all images of a message together.
    var imagesSize: Int? { self == .strict ? 5 * 1024 * 1024 : nil }

    var wantsPNG: Bool { self == .strict }
}

/// The context against which a payload is validated: the limits and the message's images.
struct PayloadContext {
    let limits: PayloadLimits
    var images: Set<String> = []
    /// The language of the message, such as `de_DE`, if it is given.
    var locale: String?
}

extension Fields {
    /// Returns a required title, subtitle or label.
    func title(_ key: String, _ context: PayloadContext) throws(ValidationError) -> String {
        try text(key, limit: context.limits.titleLength)
    }

    func optionalTitle(_ key: String, _ context: PayloadContext) throws(ValidationError) -> String? {
        try optionalText(key, limit: context.limits.titleLength)
    }

    /// Returns the identifier of one of the message's images.
    ///
    /// Apple's table of `receivedMessage` declares it an integer, its samples write a string; both are accepted.
    func imageReference(_ key: String, _ context: PayloadContext) throws(ValidationError) -> String? {
        try optional(key) { value throws(ValidationError) in
            guard let identifier = value.string ?? value.int.map(String.init) else {
                throw ValidationError("expected a string, found \(value.kindName)")
            }
            guard context.images.contains(identifier) else {
                throw ValidationError("the message has no image with the identifier `\(identifier)`")
            }
            return identifier
        }
    }
}
