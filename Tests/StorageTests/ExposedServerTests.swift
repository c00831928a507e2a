import ConversationRuntime
import Databases
import Foundation
import Storage
import Testing

@testable import SQLStorage

/// Several database servers of which none waits for another, such as while a standby is missing.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct ExposedServerTests {
    /// The server of a place, listed twice.
    private func twice(_ place: StoragePlace) throws -> StoragePlace { try with(nil, place) }

    /// The server of a place, and another host; without one it is listed twice.
    private func with(_ host: String?, _ place: StoragePlace) throws -> StoragePlace {
        guard case .server(let url, let files) = place else { return place }
        let text = url.text.replacing(/host=([^&]+)/) { "host=\($0.1),\(host ?? String($0.1))" }
        return .server(try #require(StorageURL(text)), files: files)
    }

    @Test func `a server is refused for a time, unless the loss is accepted, and a command is not`() async throws {
        try await MoveWorld.run { world in
            let place = try twice(world.server)
            #expect(place.hostCount == 2)
            var use = StorageUse(isServer: true, key: world.key)
            do throws(StorageError) {
                _ = try place.open(use)
                Issue.record("it was opened")
            } catch {
                #expect(error.isTemporary, "systemd starts it again")
                #expect("\(error)".contains("set `storage.accept_loss: true` for as long as none is there"), "\(error)")
            }
            _ = try place.open(StorageUse(isServer: false, key: world.key))
            use.acceptsLoss = true
            _ = try place.open(use)
        }
    }

    @Test func `a command changes nothing where a server that cannot be asked may be the primary, and reads`()
        async throws
    {
        try await MoveWorld.run { world in
            _ = try world.open(world.server)
            let place = try with("/nowhere", world.server)
            var use = StorageUse(isServer: false, key: world.key)
            let data = try place.open(use)
            #expect(data.doubt?.contains("/nowhere") == true, "\(data.doubt ?? "")")
            try await data.audit.record(AuditEntry(.listSessions, by: "ana", at: tenOClock))
            let write: @Sendable (Database) throws -> Void = { try $0.execute(sql: MoveWorld.session) }
            let error = await #expect(throws: SQLError.self) { try await data.perform(write) }
            #expect(error?.kind == .unavailable)
            let reason = error?.description ?? ""
            #expect(reason.hasPrefix("nothing was changed: /nowhere"), "\(reason)")
            #expect(try await world.value(world.server, "SELECT COUNT(*) FROM sessions") == 0)
            #expect(try await world.value(world.server, "SELECT COUNT(*) FROM audit") == 1)

            use.acceptsLoss = true
            let accepted = try place.open(use)
            #expect(accepted.doubt != nil, "it is still said")
            try await accepted.perform(write)
            #expect(try await world.value(world.server, "SELECT COUNT(*) FROM sessions") == 1)
        }
    }

    @Test func `a command works where all servers can be asked`() async throws {
        try await MoveWorld.run { world in
            let data = try twice(world.server).open(StorageUse(isServer: false, key: world.key))
            #expect(data.doubt == nil)
            try await data.perform { try $0.execute(sql: MoveWorld.session) }
        }
    }
}
