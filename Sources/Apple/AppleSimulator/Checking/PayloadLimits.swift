import JSON

/// How large the parts of a message may be.
public enum PayloadLimits: String, Sendable, CaseIterable {
    /// What Apple is reported to enforce since August 2026: 200 characters, PNG images of at most 200 KB, 5 MB of
    /// images in one message.
    case strict
    /// What Apple's page on interactive message types promises: 512 characters, and nothing about images.
    case documented
}

extension PayloadLimits {
    /// Characters of titles, subtitles and labels.
    var titleLength: Int { self == .strict ? 200 : 512 }

    /// Bytes of one image, unpacked from base64; `nil` for no limit of its own.
    var imageSize: Int? { self == .strict ? 200 * 1024 : nil }

    /// Bytes of all images of a message together.
    var imagesSize: Int? { self == .strict ? 5 * 1024 * 1024 : nil }

    var wantsPNG: Bool { self == .strict }
}

/// What a payload is checked against: the limits, and the images it brings along.
struct PayloadContext {
    let limits: PayloadLimits
    var images: Set<String> = []
    /// The language of the message, such as `de_DE`, when it says so.
    var locale: String?
}

extension Fields {
    /// A title, subtitle or label that has to be there.
    func title(_ key: String, _ context: PayloadContext) throws(Complaint) -> String {
        try text(key, limit: context.limits.titleLength)
    }

    func optionalTitle(_ key: String, _ context: PayloadContext) throws(Complaint) -> String? {
        try optionalText(key, limit: context.limits.titleLength)
    }

    /// The identifier of an image that the message brings along.
    ///
    /// Apple's table of `receivedMessage` calls it an integer, its samples write a string; both are taken.
    func imageReference(_ key: String, _ context: PayloadContext) throws(Complaint) -> String? {
        try optional(key) { value throws(Complaint) in
            guard let identifier = value.string ?? value.int.map(String.init) else {
                throw Complaint("a string should stand here, not \(value.kindName)")
            }
            guard context.images.contains(identifier) else {
                throw Complaint("the message has no image with the identifier `\(identifier)`")
            }
            return identifier
        }
    }
}
