import Channels
import ConversationRuntime
import Expressions
import Foundation
import InMemoryStores
import PostgreSQLStorage
import SQLStorage
import TestSupport
import Testing

@testable import SQLiteStorage

/// All implementations of the store. Each keeps the same promises, so each contract test runs with all of them.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inMemory = "in memory"
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"

    /// Those that this machine has: a PostgreSQL server runs where one is installed.
    static var allCases: [StoreKind] { [.inMemory, .sqlite] + (server == nil ? [] : [.postgresql]) }

    /// The address of the server of `.ci/with-postgresql`.
    private static let server = ProcessInfo.processInfo.environment["USHER_POSTGRESQL"]

    /// Those that several servers can use at the same time.
    static var sharedCases: [StoreKind] { allCases.filter { $0 != .inMemory } }

    var testDescription: String { rawValue }

    /// Runs `body` with an empty store of sessions of this kind.
    func run(_ body: (any SessionStore) async throws -> Void) async throws {
        try await operate { try await body($0.sessions) }
    }

    /// Runs `body` with empty stores of this kind.
    ///
    /// - Parameter key: seals private data.
    func operate(key: StorageKey? = nil, _ body: (SessionStores) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            let store = InMemorySessionStore()
            try await body(SessionStores(sessions: store, operators: store, retention: store))
        case .sqlite:
            try await TemporaryFolder.run { folder in
                let database = try SQLiteDatabase(path: folder.database, key: key)
                try await body(
                    SessionStores(
                        sessions: database.sessions, operators: database.operators, retention: database.retention))
            }
        case .postgresql:
            try await TemporaryFolder.run { folder in
                let data = try await Self.postgresql(in: folder, key: key)
                try await body(
                    SessionStores(sessions: data.sessions, operators: data.operators, retention: data.retention))
            }
        }
    }
}

extension StoreKind {
    /// Runs `body` with the stores of two servers on one database.
    func share(_ body: (StoredData, StoredData) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            switch self {
            case .inMemory: Issue.record("servers share no memory")
            case .sqlite:
                let database = try SQLiteDatabase(path: folder.database)
                let beside = try SQLiteDatabase(path: folder.database, isOwner: false)
                try await body(database.data, beside.data)
            case .postgresql:
                let data = try await Self.postgresql(in: folder)
                try await body(data, data)
            }
        }
    }

    /// Whether the servers' own clocks decide nothing, because the database has one.
    var hasClock: Bool { self == .postgresql }

    /// Looks again and again until something is found: at `moment`, and on a database with a clock of its own at whatever
    /// moment, a wrong one.
    func find<Found>(at moment: Moment, _ look: (Moment) async throws -> Found?) async throws -> Found? {
        guard hasClock else { return try await look(moment) }
        var found: Found?
        try await poll {
            found = try await look(tenOClock - .hours(1))
            return found != nil
        }
        return found
    }

    /// A schema of its own on the server.
    static func postgresql(in folder: TemporaryFolder, key: StorageKey? = nil) async throws -> StoredData {
        let name = "store_" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "_")
        let address = try PostgreSQLAddress(try #require(server), schema: name, node: "test")
        let database = try await PostgreSQLDatabase(address, files: folder.url.path, writers: 2, readers: 2)
        return StoredData(database, key: key, files: folder.url.path)
    }
}

/// The stores of sessions, of what operators do with them, and of their removal.
struct SessionStores: Sendable {
    let sessions: any SessionStore
    let operators: any OperatorStore
    let retention: any RetentionStore

    /// The operators' actions on these stores.
    func operations(_ clock: any WallClock) -> Operations {
        Operations(sessions: sessions, operators: operators, clock: clock)
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
