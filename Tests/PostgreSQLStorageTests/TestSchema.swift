import Databases
import Foundation
import Testing

@testable import PostgreSQLStorage

/// A schema of its own on the server of `.ci/with-postgresql`.
struct TestSchema {
    let address: PostgreSQLAddress
    private let name: String

    /// The address of the server; `nil` where there is none.
    static let server = ProcessInfo.processInfo.environment["USHER_POSTGRESQL"]

    init(node: String = "test") async throws {
        let server = try #require(Self.server)
        name = Self.newName()
        address = try PostgreSQLAddress(server, schema: name, node: node)
        _ = try await PostgreSQLDatabase(address, files: "/nowhere", writers: 1, readers: 1)
    }

    /// The name of a schema that does not exist yet.
    static func newName() -> String { "test_\(UUID().uuidString.prefix(13).lowercased().replacing("-", with: "_"))" }

    /// An engine for the schema.
    func engine(writers: Int = 2) -> PostgreSQLEngine { PostgreSQLEngine(address, writers: writers, readers: 2) }
}

extension PostgreSQLEngine {
    /// One that creates databases, however long the server's disk is busy with other tests.
    static func patient(_ server: String) async throws -> PostgreSQLEngine {
        var address = try PostgreSQLAddress(server)
        address.patience = .seconds(600)
        let engine = PostgreSQLEngine(address, writers: 1, readers: 1)
        try await engine.run("SET statement_timeout TO 0")
        return engine
    }
}
