import Channels
import ConversationRuntime
import Expressions
import Foundation
import InMemoryStores
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
    static var allCases: [StoreKind] { [.inMemory] + DatabaseKind.allCases.map(\.store) }

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
        case .sqlite, .postgresql:
            let database: DatabaseKind = self == .sqlite ? .sqlite : .postgresql
            try await database.run(key: key) {
                try await body(
                    SessionStores(sessions: $0.sessions, operators: $0.operators, retention: $0.retention))
            }
        }
    }
}

extension DatabaseKind {
    fileprivate var store: StoreKind {
        switch self {
        case .sqlite: .sqlite
        case .postgresql: .postgresql
        }
    }
}

extension StoreKind {
    /// Runs `body` with the stores of two servers on one database.
    func share(_ body: (StoredData, StoredData) async throws -> Void) async throws {
        guard self != .inMemory else {
            Issue.record("servers share no memory")
            return
        }
        let database: DatabaseKind = self == .sqlite ? .sqlite : .postgresql
        try await database.place { place in
            let first = try await place.open()
            try await body(first, try await place.open(isOwner: self == .postgresql))
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

    func makeHome() throws {
        let home = URL(filePath: database).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = TemporaryFolder(
            url: FileManager.default.temporaryDirectory.appending(path: "usher-store-\(UUID().uuidString)"))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        try await body(folder)
    }
}
