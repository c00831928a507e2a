/// A way to correct what a diagnostic is about: edits, perhaps in several files, that can be applied as they are.
public struct Cure: Sendable, Hashable {
    /// What the edits do, as a command: ``Replace `confrim` with `confirm` ``. Without a full stop.
    public let title: String
    /// None of them overlaps another.
    public let edits: [TextEdit]
    /// Whether this is what the author meant beyond reasonable doubt, and no text that customers read changes.
    ///
    /// `usher check --fix` applies these.
    public let isCertain: Bool

    public init(_ title: String, _ edits: [TextEdit], isCertain: Bool = false) {
        self.title = title
        self.edits = edits
        self.isCertain = isCertain
    }
}
