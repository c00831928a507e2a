import ConversationRuntime
import Databases
import ServerMetrics

/// A database as all stores use it: its transactions, the key of private data, and customers' files.
public struct StoredData: Sendable {
    let engine: any StorageEngine
    let seal: Seal
    /// Customers' files.
    let folder: ContentFolder
    let limits: ContentLimits
    /// Which request may write to an upload.
    let turns: UploadTurns
    /// The number of files refused for lack of space.
    let refusals: Counters<RefusedContent>
    /// Pictures of stored versions of the flows.
    let published: PublishedPictures

    func read<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.read(work)
    }

    func perform<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.perform(work)
    }

    func change<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.change(work)
    }
}
