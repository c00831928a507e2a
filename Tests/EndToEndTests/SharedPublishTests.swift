import Foundation
import Testing

/// Flows are published to several servers that share a database.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct SharedPublishTests {
    @Test(.timeLimit(.minutes(10))) func `the command waits for all servers, and names them`() async throws {
        let database = try await TestDatabase()
        try await World.with(seed: 6, project: PublishedShop()) { world in
            let servers = try await SeveralServers(2, of: world, on: database)
            try PublishedShop.write(PublishedShop.edited, "shop.yaml", in: world.flows)
            let published = try await world.run("publish", with: ["USHER_STORAGE_URL": database.url])
            #expect(published.status == 0, "\(published)")
            #expect(
                published.errors.contains("all of 2 servers (node-0, node-1) have activated it"), "\(published)")
            await servers.stop()
        }
        try await database.remove()
    }

    @Test(.timeLimit(.minutes(10)))
    func `the command fails when one of several servers rejects the version`() async throws {
        let database = try await TestDatabase()
        try await World.with(seed: 8, project: PublishedShop()) { world in
            let servers = try await SeveralServers(2, of: world, on: database)
            try await servers.restart(0, with: ["USHER_SECRET_SHOP": "s"])
            let place = ["USHER_STORAGE_URL": database.url, "USHER_SECRET_SHOP": "s"]
            try await world.run("publish", with: place).expectEnd(with: 0)
            let config = world.folder.appending(path: "Config")
            try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
            try Self.secretAction.write(
                to: config.appending(path: "actions.yaml"), atomically: true, encoding: .utf8)
            let refused = try await world.run("publish", with: place)
            refused.expectEnd(with: 1)
            let report =
                "usher: node-1 rejected it, and all of 2 servers (node-0, node-1) keep the previous version. On node-1: "
            #expect(refused.errors.contains(report), "\(refused)")
            #expect(refused.errors.contains("USHER_SECRET_SHOP"), "\(refused)")
            let versions = try await world.run("versions", with: place)
            #expect(versions.output.contains("  refused: node-1: "), "\(versions)")
            await servers.stop()
        }
        try await database.remove()
    }

    private static let secretAction = """
        hosts: [api.shop.example]
        actions:
          book:
            post: https://api.shop.example/book
            headers:
              Authorization: Bearer {secret.shop}
            examples:
              booked:

        """
}
