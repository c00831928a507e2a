import Server
import TestSupport
import Testing
import Usher

/// A bot in a folder finds its server, and the other bots there.
@Suite struct BotPlaceTests {
    @Test func `a bot knows the names of all bots of its server`() throws {
        let folder = try TemporaryFolder()
        try folder.write("bots:\n  path: bots\n", to: "Config/usher.yaml")
        for file in [
            "barber/Flows/bot.yaml", "barber-north/Config/usher.yaml", "notes/read.txt", ".old/Flows/bot.yaml",
        ] {
            try folder.write("", to: "bots/\(file)")
        }
        let place = try #require(BotPlace(of: folder.file("bots/barber")))
        #expect(place.name.text == "barber")
        #expect(place.server.bots.map(\.text) == ["barber", "barber-north"])
    }
}
