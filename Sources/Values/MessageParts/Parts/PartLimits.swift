/// Limits for reading a message; real ones stay far below.
enum PartLimits {
    /// The largest number of parts, and their deepest nesting.
    static let parts = 10_000
    static let levels = 32
    /// The largest number of members of a body, or of the data of an action.
    static let members = 1_000
    /// The largest number of items of a list.
    static let items = 1_000
    /// The largest number of states of one participant in a message.
    static let states = 50
}
