public import ConversationRuntime

/// Copies of sessions, for dry runs.
public struct SQLCopies: CopyingStore {
    let database: StoredData

    public func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy {
        try await database.engine.copySessions(progress)
    }
}
