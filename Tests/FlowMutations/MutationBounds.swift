/// The bounds within which each mutation is looked at.
public struct MutationBounds: Sendable {
    /// The states of each scene that are explored.
    public var states = 5_000
    /// The seconds of each exploration, of each comparison, and of the search for tests.
    public var seconds = 30

    public init() {}
}
