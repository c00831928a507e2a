/// The metadata that a web page publishes about itself.
public struct LinkPreview: Sendable, Hashable {
    public struct Picture: Sendable, Hashable {
        public var bytes: [UInt8]
        /// The media type, such as `image/png`.
        public var kind: String

        public init(bytes: [UInt8], kind: String) {
            self.bytes = bytes
            self.kind = kind
        }
    }

    /// A video file.
    public struct Video: Sendable, Hashable {
        public var address: String
        public var mimeType: String

        public init(address: String, mimeType: String) {
            self.address = address
            self.mimeType = mimeType
        }
    }

    public var title: String?
    public var description: String?
    public var author: String?
    public var picture: Picture?
    public var video: Video?

    public init(
        title: String? = nil, description: String? = nil, author: String? = nil, picture: Picture? = nil,
        video: Video? = nil
    ) {
        self.title = title
        self.description = description
        self.author = author
        self.picture = picture
        self.video = video
    }
}

/// A source of link previews for web pages.
public protocol LinkPreviewSource: Sendable {
    /// Returns the preview of the page; `nil` when it has none, or cannot be fetched in time.
    func preview(of address: String) async -> LinkPreview?
}
