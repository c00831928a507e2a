/// The result of a move.
public struct MoveReport: Sendable, Hashable {
    /// Rows of one kind, which both databases hold.
    public struct Count: Sendable, Hashable {
        /// Such as `conversations`.
        public let title: String
        public let rows: Int

        package init(_ title: String, _ rows: Int) {
            self.title = title
            self.rows = rows
        }
    }

    /// What was moved, with the kinds that operators know first.
    public var counts: [Count]
    /// The number of customers' files that are in a folder, not in the database.
    public var files = 0
    /// That folder.
    public var folder = ""
    /// The number of files that the database names but that are missing on disk.
    public var missing = 0
    /// Whether the data had arrived before, and only the former place was not marked.
    public var wasInterrupted = false

    package init(counts: [Count]) { self.counts = counts }
}
