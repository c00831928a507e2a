import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct TextTests {
    private let german = """
        translation: shop
        language: de
        texts:
          welcome.ask:
            of: 000000
            text: Was ist kaputt?
          welcome.answers.Brakes:
            of: \(TextTests.fingerprint)
            text: Bremsen

        """
    /// Of `Brakes`.
    private static let fingerprint = "1e4fa9"

    private func site() throws -> Site {
        let site = try Site()
        try site.folder.write(
            Site.bot.replacing("languages: [en]", with: "languages: [en, de]"), to: "Flows/bot.yaml")
        try site.folder.write(german, to: "Flows/shop.de.yaml")
        return site
    }

    private func texts(_ site: Site, _ drafts: JSONValue = [:]) async throws -> [JSONValue] {
        let answer = try await site.send(.post, "/studio/api/texts", ["drafts": drafts])
        #expect(answer.status == 200)
        return answer.json["parts"]?.array?.first { $0["name"]?.string == "shop" }?["texts"]?.array ?? []
    }

    @Test func `texts have their translations, places and states`() async throws {
        let site = try site()
        let texts = try await texts(site)
        let first = try #require(texts.first)
        #expect(first["name"]?.string == "welcome.ask")
        #expect(first["source"]?.string == "What needs fixing?")
        #expect(first["line"]?.int == 6)
        #expect(first["in"]?["de"]?["state"]?.string == "stale")
        let puncture = texts.first { $0["name"]?.string == "welcome.answers.Puncture" }
        #expect(puncture?["in"]?["de"] == nil)
        let all = try await site.send(.post, "/studio/api/texts", [:])
        #expect(all.json["languages"] == ["en", "de"])
    }

    @Test func `a translation that is filled in becomes the text of its file, and nothing is saved`() async throws {
        let site = try site()
        let answer = try await site.send(
            .post, "/studio/api/texts/set",
            ["part": "shop", "name": "puncture.say", "language": "de", "text": "Das dauert 20 Minuten."])
        let file = try #require(answer.json["files"]?["Flows/shop.de.yaml"]?.string)
        #expect(file.contains("Das dauert 20 Minuten."))
        #expect(file.contains("Bremsen"))
        #expect(try site.folder.read("Flows/shop.de.yaml") == german)
        let filled = try await texts(site, ["Flows/shop.de.yaml": .string(file)])
        let own = filled.first { $0["name"]?.string == "puncture.say" }
        #expect(own?["in"]?["de"]?["state"]?.string == "translated")
    }

    @Test func `a stale text that is still right is translated again as it is`() async throws {
        let site = try site()
        let answer = try await site.send(
            .post, "/studio/api/texts/set",
            [
                "part": "shop", "name": "welcome.ask", "language": "de", "source": "What needs fixing?",
                "text": "Was ist kaputt?",
            ])
        let file = try #require(answer.json["files"]?["Flows/shop.de.yaml"]?.string)
        let again = try await texts(site, ["Flows/shop.de.yaml": .string(file)])
        #expect(again.first?["in"]?["de"]?["state"]?.string == "translated")
    }

    @Test func `an emptied translation is removed`() async throws {
        let site = try site()
        let answer = try await site.send(
            .post, "/studio/api/texts/set",
            ["part": "shop", "name": "welcome.ask", "language": "de", "text": " "])
        let file = try #require(answer.json["files"]?["Flows/shop.de.yaml"]?.string)
        #expect(!file.contains("kaputt"))
        #expect(file.contains("Bremsen"))
    }

    @Test func `names in braces are those of the source`() async throws {
        let answer = try await site().send(
            .post, "/studio/api/texts/set",
            ["part": "shop", "name": "puncture.say", "language": "de", "text": "Das dauert {zeit}."])
        #expect(answer.json["files"] == [:])
        #expect(answer.json["problems"]?[0]?["message"]?.string?.contains("{zeit}") == true)
    }

    @Test(arguments: ["csv", "po"]) func `a table goes out and comes back`(format: String) async throws {
        let site = try site()
        let table = try await site.send(
            .post, "/studio/api/texts/export", ["language": "de", "format": .string(format)])
        #expect(table.json["name"]?.string == "texts.de.\(format)")
        let text = try #require(table.json["text"]?.string)
        #expect(text.contains("welcome.answers.Brakes"))
        let filled = text.replacing("Bremsen", with: "Die Bremsen")
        let back = try await site.send(
            .post, "/studio/api/texts/import",
            ["language": "de", "format": .string(format), "name": "german", "text": .string(filled)])
        #expect(back.json["changes"]?.int == 1)
        #expect(back.json["files"]?["Flows/shop.de.yaml"]?.string?.contains("Die Bremsen") == true)
    }

    @Test func `a language that the bot does not have is refused with what to do`() async throws {
        let answer = try await site().send(
            .post, "/studio/api/texts/set",
            ["part": "shop", "name": "puncture.say", "language": "fr", "text": "Vingt minutes."])
        #expect(answer.status == 422)
        #expect(answer.json["error"]?["reason"]?.string?.contains("Flows/bot.yaml") == true)
    }
}
