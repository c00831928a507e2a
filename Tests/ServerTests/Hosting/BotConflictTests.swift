import AppleMessages
import Foundation
import Storage
import Testing

@testable import Server

/// What two bots of a server must not share.
@Suite struct BotConflictTests {
    private static func settings(
        _ name: String, url: String? = nil, ids: Set<String>? = nil, path: String, database: String? = nil
    ) -> ServerSettings {
        var settings = ServerSettings()
        settings.bot = BotName(name) ?? .main
        settings.publicURL = url
        settings.storagePath = path
        settings.storageURL = database.flatMap { StorageURL($0) }
        settings.apple = AppleSettings(
            gateway: "https://gateway.example", mspID: "msp", secret: Data(count: 32), businessIDs: ids)
        return settings
    }

    @Test func `bots that share nothing have no conflict`() {
        let database = "postgresql://db.example/usher"
        var clinic = Self.settings("clinic", ids: ["c"], path: "/c/usher.sqlite", database: database)
        clinic.storageURL?.schema = "bot_clinic"
        #expect(
            BotConflicts.lines(of: [
                Self.settings("main", url: "https://shop.example.com", path: "/a/usher.sqlite", database: database),
                Self.settings("barber", url: "https://barber.example.com", ids: ["b"], path: "/b/usher.sqlite"), clinic,
            ]) == [])
    }

    @Test func `a host, a business and a database have one bot, and each conflict names both`() {
        let lines = BotConflicts.lines(of: [
            Self.settings("main", url: "https://shop.example.com", ids: ["a", "b"], path: "/a/usher.sqlite"),
            Self.settings(
                "barber", url: "https://SHOP.example.com:8443", ids: ["b", "c"], path: "/x/../a/usher.sqlite"),
        ])
        #expect(
            lines == [
                "the bots `main` and `barber` both have the host `shop.example.com` in `server.public_url`; give each a host of its own",
                "the bots `main` and `barber` both have `b` in `apple.business_ids`; a business has one bot",
                "the bots `main` and `barber` both have the database /a/usher.sqlite; each needs one of its own",
            ])
    }

    @Test func `bots with schemas of their own do not keep files in one folder`() {
        var bots = ["barber", "clinic"].map {
            Self.settings($0, ids: [$0], path: "/data/\($0).sqlite", database: "postgresql://db.example/usher")
        }
        for index in bots.indices { bots[index].storageURL?.schema = "bot_\(index)" }
        let lines = BotConflicts.lines(of: bots)
        #expect(lines.count == 1 && lines[0].contains("set another folder in `storage.path` of `clinic`"), "\(lines)")
    }
}
