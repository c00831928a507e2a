import ConversationRuntime
import Databases
import Foundation
import PostgreSQLServers
import Storage
import TestSupport
import Testing

@testable import SQLStorage

/// Moves while the commits of the database wait for a standby that is missing.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct MoveWaitTests {
    private func wait(for name: String, _ server: PostgreSQLServer) async throws {
        try await server.set(["synchronous_standby_names = '\(name)'"])
        // Empty lines are left out.
        try await poll {
            try await server.query("SHOW synchronous_standby_names") == (name.isEmpty ? [] : [name])
        }
    }

    private func expectRefusal(_ world: MoveWorld, _ source: StoragePlace, _ target: StoragePlace) async throws {
        let error = try #require(await world.refusal(source, target))
        #expect(error.isTemporary)
        #expect(error.description.contains("commits wait for a standby in"), "\(error)")
        #expect(error.description.hasSuffix("Nothing was moved"), "\(error)")
    }

    @Test func `a move in either direction is refused with the reason before anything is changed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-move-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await PostgreSQLServer()
        let url = try #require(StorageURL(server.url))
        let world = MoveWorld(folder: folder, server: .server(url, files: folder.path), key: .random())
        try await world.open(world.file).perform { try MovedRows.fill($0) }

        try await wait(for: "standby_1", server)
        try await expectRefusal(world, world.file, world.server)
        #expect(try await world.tablesOnServer() == [])
        #expect(try world.open(world.file).moved == nil)

        try await wait(for: "", server)
        try await world.move(world.file, world.server)
        try await wait(for: "standby_1", server)
        try await expectRefusal(world, world.server, world.back)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "back.sqlite").path))

        try await wait(for: "", server)
        try await world.move(world.server, world.back)
    }
}
