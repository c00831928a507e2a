/// A question for pictures.
public struct PhotoQuestion: Sendable {
    /// The largest number of pictures; one is an answer by itself, more are a list.
    public var atMost: Int

    public init(atMost: Int) { self.atMost = atMost }
}

/// A question for a file.
public struct FileQuestion: Sendable {
    /// The accepted file extensions, in lower case; empty accepts any file.
    public var endings: [String]

    public init(endings: [String]) { self.endings = endings }
}

/// A question for a place.
public struct PlaceQuestion: Sendable {
    /// Whether it must include a street and a city.
    public var isAddress: Bool

    public init(isAddress: Bool) { self.isAddress = isAddress }
}
