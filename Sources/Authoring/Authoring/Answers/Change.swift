public import Diagnostics

/// What a rename does to the project.
public struct Change: Sendable, Hashable {
    /// A file that gets another path after its edits have been applied.
    public struct Move: Sendable, Hashable {
        public let from: String
        public let to: String

        public init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// In the files under their paths from before the moves; none overlaps another.
    public let edits: [TextEdit]
    public let moves: [Move]

    public init(_ edits: [TextEdit], moves: [Move] = []) {
        self.edits = edits
        self.moves = moves
    }
}

/// The name at a position, and where it stands.
public struct Renaming: Sendable, Hashable {
    public let span: Span
    public let name: String

    public init(_ name: String, at span: Span) {
        self.span = span
        self.name = name
    }
}

/// Why something cannot be renamed, as a sentence for the author.
public struct Refusal: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
