import ConversationRuntime
import Foundation
import ServerMetrics
import Testing

@testable import SQLStorage

/// The places of customers' files.
struct FileKind: Sendable, CaseIterable, CustomTestStringConvertible {
    let database: DatabaseKind

    static var allCases: [FileKind] { DatabaseKind.allCases.map { FileKind(database: $0) } }

    var testDescription: String { "folder beside \(database.rawValue)" }

    /// Runs `body` with a place that does not exist yet.
    func place(_ body: (TestFiles) async throws -> Void) async throws {
        try await database.place { try await body(TestFiles(database: $0)) }
    }
}

/// Customers' files as they are stored.
struct TestFiles: Sendable {
    let database: TestDatabase

    func open(
        key: StorageKey? = nil, limits: ContentLimits = ContentLimits(),
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) async throws -> SQLContent {
        try await database.open(key: key, limits: limits, measuredIn: registry).content
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
        get async throws { names(content).filter { $0 != "work" }.map { $0.replacing(".part", with: "") } }
    }

    var underWay: [String] { names("\(content)/work") }

    /// Whether other users of the machine cannot read a file.
    func isPrivate(_ name: String) throws -> Bool {
        try FileManager.default.attributesOfItem(atPath: "\(content)/\(name)")[.posixPermissions] as? Int == 0o600
    }

    /// The bytes of a file as they are stored.
    func stored(_ name: String) async throws -> Data { try Data(contentsOf: URL(filePath: "\(content)/\(name)")) }

    /// Stores other bytes.
    func store(_ bytes: Data, as name: String) async throws {
        try bytes.write(to: URL(filePath: "\(content)/\(name)"))
    }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
