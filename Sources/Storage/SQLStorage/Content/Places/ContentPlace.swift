/// Where the bytes of customers' files are.
public enum ContentPlace: String, Sendable, CaseIterable {
    /// In a folder beside the database. Servers on several machines share it.
    case folder
    /// In the database, in pieces.
    case database
}
