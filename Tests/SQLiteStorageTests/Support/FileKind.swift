import ConversationRuntime
import Databases
import Foundation
import ServerMetrics
import Testing

@testable import SQLStorage

/// The places of customers' files.
struct FileKind: Sendable, CaseIterable, CustomTestStringConvertible {
    let database: DatabaseKind
    let place: ContentPlace

    static var allCases: [FileKind] {
        DatabaseKind.allCases.flatMap { database in
            ContentPlace.allCases.map { FileKind(database: database, place: $0) }
        }
    }

    /// Those whose disk is measured: that of a server elsewhere is its own business.
    static var measured: [FileKind] { allCases.filter { $0.place == .folder || $0.database == .sqlite } }

    var testDescription: String { place == .folder ? "folder beside \(database.rawValue)" : "in \(database.rawValue)" }

    /// Runs `body` with a place that does not exist yet.
    func place(_ body: (TestFiles) async throws -> Void) async throws {
        try await database.place { try await body(TestFiles(database: $0, place: self.place)) }
    }
}

/// Customers' files as they are stored.
struct TestFiles: Sendable {
    let database: TestDatabase
    let place: ContentPlace

    func open(
        key: StorageKey? = nil, limits: ContentLimits = ContentLimits(),
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) async throws -> SQLContent {
        try await database.open(key: key, in: place, limits: limits, measuredIn: registry).content
    }

    private var content: String { database.content }

    /// Returns a file in transfer, with this size.
    func file(_ size: Int) throws -> String {
        let path = "\(content)/work/\(UUID().uuidString)"
        try ContentFixture.bytes(size).write(to: URL(filePath: path))
        return path
    }

    /// The names of stored files and of uploads.
    var kept: [String] {
        get async throws {
            let inFolder = names(content).filter { $0 != "work" }.map { $0.replacing(".part", with: "") }
            return inFolder + (try await outside().read { try String.fetchAll($0, sql: Self.files) })
        }
    }

    var underWay: [String] { names("\(content)/work") }

    private static let files = "SELECT DISTINCT file FROM content_pieces ORDER BY file"

    /// The database as another process sees it.
    private func outside() async throws -> any StorageEngine { try await database.open(isOwner: false).engine }

    /// Whether other users of the machine cannot read a file.
    func isPrivate(_ name: String) throws -> Bool {
        if place == .database { return true }
        return try FileManager.default.attributesOfItem(atPath: "\(content)/\(name)")[.posixPermissions] as? Int
            == 0o600
    }

    /// The bytes of a file as they are stored.
    func stored(_ name: String) async throws -> Data {
        guard place == .database else { return try Data(contentsOf: URL(filePath: "\(content)/\(name)")) }
        return try await outside().read { db in
            try Data.fetchAll(
                db, sql: "SELECT bytes FROM content_pieces WHERE file = ? ORDER BY place", arguments: [name]
            ).reduce(Data(), +)
        }
    }

    /// Stores other bytes.
    func store(_ bytes: Data, as name: String) async throws {
        guard place == .database else { return try bytes.write(to: URL(filePath: "\(content)/\(name)")) }
        try await outside().perform { db in
            try db.execute(sql: "DELETE FROM content_pieces WHERE file = ?", arguments: [name])
            try ContentPieces.append(bytes, to: name, after: 0, db)
        }
    }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
