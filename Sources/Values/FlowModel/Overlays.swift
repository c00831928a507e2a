public import JSON

/// The overlays of a step or a card on its messages, in each channel's own keys.
public struct Overlays: Sendable {
    public var apple: Overlay?
    public var web: Overlay?

    public init(apple: Overlay? = nil, web: Overlay? = nil) {
        self.apple = apple
        self.web = web
    }
}

/// One value that is merged into what a channel writes.
public indirect enum Overlay: Sendable {
    case constant(JSONValue)
    case text(Phrase)
    /// Merged into the items of a list, by position.
    case list([Overlay])
    case block([(key: String, value: Overlay)])
}
