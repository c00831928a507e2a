import Foundation
import SQLStorage
import Storage
import Testing

/// Several database servers of which none waits for another, such as while a standby is missing.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct ExposedServerTests {
    /// The server of a place, listed twice.
    private func twice(_ place: StoragePlace) throws -> StoragePlace {
        guard case .server(let url, let files) = place else { return place }
        let text = url.text.replacing(/host=([^&]+)/) { "host=\($0.1),\($0.1)" }
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
}
