/// The stored files that people send to customers.
public protocol StoredFileSource: Sendable {
    /// Writes a file to `path`. Returns `false` when it is not stored, or no longer.
    func write(_ id: String, to path: String) async throws -> Bool
}
