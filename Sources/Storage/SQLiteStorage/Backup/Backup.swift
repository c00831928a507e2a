/// The result of a backup.
public struct Backup: Sendable, Hashable {
    /// The path of the copied database.
    public var database: String
    /// The size of the database in bytes.
    public var size: Int
    /// The number of customers' files copied.
    public var files: Int
    /// The number of files that the database names but that are missing from the original as well.
    public var missing: Int
}

/// Why a backup failed, in a sentence.
public struct BackupError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether a later attempt may succeed.
    public let isTemporary: Bool

    init(_ description: String) {
        self.description = description
        isTemporary = false
    }

    init(_ error: any Error, in folder: String) {
        let trouble = StorageTrouble(error, at: folder)
        description = trouble?.description ?? "\(error)"
        isTemporary = trouble?.isTemporary ?? false
    }
}
