public import JSON

/// What a step or a card lays over its messages, in each channel's own keys.
public struct Overlays: Sendable {
    public var apple: Overlay?
    public var web: Overlay?

    public init(apple: Overlay? = nil, web: Overlay? = nil) {
        self.apple = apple
        self.web = web
    }
}

/// One value that is laid over what a channel writes.
public indirect enum Overlay: Sendable {
    case constant(JSONValue)
    case text(Phrase)
    /// Laid over the items of a list, place by place.
    case list([Overlay])
    case block([(key: String, value: Overlay)])
}
