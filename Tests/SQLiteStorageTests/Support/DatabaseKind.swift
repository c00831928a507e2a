import ConversationRuntime
import Databases
import Foundation
import PostgreSQLStorage
import ServerMetrics
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The databases, for what each of them keeps and stores in memory do not have.
enum DatabaseKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"

    /// Those that this machine has: a PostgreSQL server runs where one is installed.
    static var allCases: [DatabaseKind] { [.sqlite] + (server == nil ? [] : [.postgresql]) }

    /// The address of the server of `.ci/with-postgresql`.
    static let server = ProcessInfo.processInfo.environment["USHER_POSTGRESQL"]

    var testDescription: String { rawValue }

    /// Runs `body` with a database that does not exist yet.
    func place(_ body: (TestDatabase) async throws -> Void) async throws {
        try await TemporaryFolder.run { try await body(TestDatabase(self, in: $0)) }
    }

    /// Runs `body` with an empty database.
    ///
    /// - Parameter key: seals private data.
    func run(key: StorageKey? = .random(), _ body: (StoredData) async throws -> Void) async throws {
        try await place { try await body($0.open(key: key)) }
    }
}

/// A database that several servers and commands can open.
struct TestDatabase: Sendable {
    let kind: DatabaseKind
    let folder: TemporaryFolder
    /// A schema of its own on the server.
    private let schema: String

    init(_ kind: DatabaseKind, in folder: TemporaryFolder) {
        self.kind = kind
        self.folder = folder
        schema = "store_" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "_")
    }

    /// - Parameters:
    ///   - key: seals private data.
    ///   - place: where customers' files go.
    ///   - isOwner: whether it is opened by a server, of which SQLite allows one.
    func open(
        key: StorageKey? = nil, in place: ContentPlace = .folder, limits: ContentLimits = ContentLimits(),
        isOwner: Bool = true,
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) async throws -> StoredData {
        switch kind {
        case .sqlite:
            return try SQLiteDatabase(
                path: folder.database, isOwner: isOwner, key: key, contentPlace: place, contentLimits: limits,
                measuredIn: registry
            ).data
        case .postgresql:
            let address = try PostgreSQLAddress(try #require(DatabaseKind.server), schema: schema, node: "test")
            let files = URL(filePath: folder.database).deletingLastPathComponent().path
            let database = try await PostgreSQLDatabase(
                address, key: key, files: files, isServer: isOwner, writers: 2, readers: 2)
            return try StoredData(database, key: key, files: files, in: place, limits: limits, measuredIn: registry)
        }
    }
}

extension TestDatabase {
    /// The folder of customers' files.
    var content: String {
        let files = URL(filePath: folder.database).deletingLastPathComponent().path
        return kind == .sqlite ? "\(files)/content/usher.sqlite" : "\(files)/content/files"
    }
}

extension Database {
    /// The tables of stores, in order.
    func tables() throws -> [String] {
        try String.fetchAll(
            self,
            sql: dialect == .sqlite
                ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY name"
                : "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1")
    }

    /// The columns of a table, in order.
    func columns(of table: String) throws -> [String] {
        try String.fetchAll(
            self,
            sql: dialect == .sqlite
                ? "SELECT name FROM pragma_table_info(?) ORDER BY cid"
                : """
                SELECT column_name FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position
                """, arguments: [table])
    }
}
