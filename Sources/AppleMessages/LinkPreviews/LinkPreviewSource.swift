/// What a page of the web says of itself.
struct LinkPreview: Sendable, Hashable {
    var title: String?
    /// The bytes of a picture.
    var picture: [UInt8]?
    var video: RichLink.Video?
}

/// Tells what pages of the web say of themselves.
protocol LinkPreviewSource: Sendable {
    /// The page's preview; `nil` when it has none, or cannot be had in time.
    func preview(of address: String) async -> LinkPreview?
}
