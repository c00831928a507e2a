/// The result of a restore.
public struct Restored: Sendable, Hashable {
    /// The path of the restored database.
    public var database: String
    /// The size of the database in bytes.
    public var size: Int
    /// The number of customers' files restored.
    public var files: Int
    /// The number of files that the database names but that the backup does not have.
    public var missing: Int
    /// The number of messages that waited in the backup and became dead letters.
    public var withheld: Int
    /// The folder with the previous database and its files; `nil` when there was none.
    public var previous: String?
    /// Whether this completed a restore that was interrupted.
    public var wasInterrupted: Bool
}

/// Why a restore failed, in a sentence. The database is as it was, unless the sentence says otherwise.
public struct RestoreError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether a later attempt may succeed.
    public let isTemporary: Bool

    init(_ description: String, isTemporary: Bool = false) {
        self.description = description
        self.isTemporary = isTemporary
    }

    /// - Parameter place: the file or folder that was accessed.
    init(_ error: any Error, at place: String) {
        let trouble = StorageTrouble(error, at: place)
        self.init(trouble?.description ?? "\(error)", isTemporary: trouble?.isTemporary ?? false)
    }
}
