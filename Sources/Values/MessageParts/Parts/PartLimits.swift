/// How much of a message is read; real ones stay far below.
enum PartLimits {
    /// How many parts there may be, and how deep they may lie in each other.
    static let parts = 10_000
    static let levels = 32
    /// Members of a body, or of the data of an action.
    static let members = 1_000
    /// Items of a list.
    static let items = 1_000
    /// States of one person in a message.
    static let states = 50
}
