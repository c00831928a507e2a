/// A question for pictures.
public struct PhotoQuestion: Sendable {
    /// How many are taken; one is an answer by itself, more are a list.
    public var atMost: Int

    public init(atMost: Int) { self.atMost = atMost }
}

/// A question for a file.
public struct FileQuestion: Sendable {
    /// How its name may end, in small letters; none takes any file.
    public var endings: [String]

    public init(endings: [String]) { self.endings = endings }
}

/// A question for a place.
public struct PlaceQuestion: Sendable {
    /// Whether it has to have a street and a city.
    public var isAddress: Bool

    public init(isAddress: Bool) { self.isAddress = isAddress }
}
