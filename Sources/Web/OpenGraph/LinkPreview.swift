/// What a page of the web says of itself.
public struct LinkPreview: Sendable, Hashable {
    public struct Picture: Sendable, Hashable {
        public var bytes: [UInt8]
        /// Its media type, such as `image/png`.
        public var kind: String

        public init(bytes: [UInt8], kind: String) {
            self.bytes = bytes
            self.kind = kind
        }
    }

    /// A video that is a file.
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

/// Tells what pages of the web say of themselves.
public protocol LinkPreviewSource: Sendable {
    /// The page's preview; `nil` when it has none, or cannot be had in time.
    func preview(of address: String) async -> LinkPreview?
}
