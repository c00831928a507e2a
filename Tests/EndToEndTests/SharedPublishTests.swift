import Foundation
import Testing

/// Flows are published to several servers that share a database.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct SharedPublishTests {
    @Test(.timeLimit(.minutes(10))) func `the command names all servers, and what one of them has done`() async throws {
        let database = try await TestDatabase()
        try await World.with(seed: 6, project: PublishedShop()) { world in
            let servers = try await SeveralServers(2, of: world, on: database)
            try PublishedShop.write(PublishedShop.edited, "shop.yaml", in: world.flows)
            let published = try await world.run("publish", with: ["USHER_STORAGE_URL": database.url])
            #expect(published.status == 0, "\(published)")
            #expect(
                published.errors.contains("one of 2 servers (node-0, node-1) has activated it, and the others do"),
                "\(published)")
            await servers.stop()
        }
        try await database.remove()
    }
}
