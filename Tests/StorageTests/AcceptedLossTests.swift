import ConversationRuntime
import Foundation
import PostgreSQLServers
import Storage
import TestSupport
import Testing

@testable import SQLStorage

/// `storage.accept_loss` where it is needed, and where it was left set.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct AcceptedLossTests {
    @Test func `a server reports a loss that is accepted although a standby confirms commits, and a command does not`()
        async throws
    {
        let folder = try TemporaryFolder()
        let primary = try await PostgreSQLServer()
        let (host, port) = (primary.folder.path, primary.port)
        let url = try #require(
            StorageURL("postgresql:///postgres?host=\(host),\(host)&port=\(port),\(port)&user=postgres"))
        let place = StoragePlace.server(url, files: folder.path)
        var use = StorageUse(isServer: true, key: nil)
        use.acceptsLoss = true
        #expect(try !place.open(use).acceptsLossNeedlessly, "no standby is named")

        let standby = try await PostgreSQLServer.standby(of: primary, named: "standby_1")
        try await primary.set(["synchronous_standby_names = 'standby_1'"])
        try await poll {
            try await primary.query("SELECT sync_state FROM pg_stat_replication") == ["sync"]
        }
        #expect(try place.open(use).acceptsLossNeedlessly)
        use.isServer = false
        #expect(try !place.open(use).acceptsLossNeedlessly)
        use.isServer = true
        use.acceptsLoss = false
        #expect(try !place.open(use).acceptsLossNeedlessly)
        await standby.crash()
    }
}
