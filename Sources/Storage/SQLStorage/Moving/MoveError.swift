/// Why a move failed, in a sentence. Both databases are as they were, unless the sentence says otherwise.
public struct MoveError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether a later attempt may succeed.
    public let isTemporary: Bool

    package init(_ description: String, isTemporary: Bool = false) {
        self.description = description
        self.isTemporary = isTemporary
    }
}
