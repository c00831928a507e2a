import ConversationRuntime
import Foundation
import SQLiteStorage
import TestSupport
import Testing

/// All implementations of the store. Each keeps the same promises, so each contract test runs with all of them.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inMemory = "in memory"
    case sqlite = "SQLite"

    var testDescription: String { rawValue }

    /// Runs `body` with an empty store of this kind.
    func run(_ body: (any SessionStore) async throws -> Void) async throws {
        switch self {
        case .inMemory: try await body(InMemorySessionStore())
        case .sqlite: try await TemporaryFolder.run { try await body(SQLiteSessionStore(path: $0.database)) }
        }
    }
}

/// A temporary folder that is removed at the end of its test.
struct TemporaryFolder {
    let url: URL

    /// The path for a store; its folder does not exist yet.
    var database: String { url.appending(path: "data/usher.sqlite").path }

    static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = TemporaryFolder(
            url: FileManager.default.temporaryDirectory.appending(path: "usher-store-\(UUID().uuidString)"))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        try await body(folder)
    }
}
