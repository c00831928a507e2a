import Foundation
import JSON
import Testing

/// `usher check --fix` corrects files and shows what it did.
@Suite struct FixCommandTests {
    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: shop/desk
        people:
          desk:

        """

    private static let shop = """
        flow: shop
        start: hello
        steps:
          hello:
            say: Hello {nmae}.
            goto: desk
          desk:
            say: One moment
            hand_over: desk

        """

    /// Writes the project into a new folder.
    private func project() throws -> (folder: URL, flows: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        let flows = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        try Data(Self.bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data(Self.shop.utf8).write(to: flows.appending(path: "shop.yaml"))
        return (folder, flows)
    }

    @Test func `programs read which corrections were applied`() async throws {
        let (folder, flows) = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let checked = try await Program.run(["check", "--format", "json"], in: folder)
        #expect(try JSONValue(parsing: Array(checked.output.utf8))["applied"] == nil)

        let result = try await Program.run(["check", "--fix", "--format", "json"], in: folder)
        result.expectEnd(with: 1)
        let report = try JSONValue(parsing: Array(result.output.utf8))
        let title = try #require(report["applied"]?[0]?["title"]?.string)
        #expect(
            report["applied"] == [
                ["file": "Flows/shop.yaml", "line": 6, "code": "unknown-key", "title": .string(title)]
            ])
        #expect(!title.isEmpty)
        // What remains is as without it, with its places in the corrected files.
        #expect(report["errors"] == 1 && report["diagnostics"]?[0]?["code"] == "unknown-name")
        let text = try String(contentsOf: flows.appending(path: "shop.yaml"), encoding: .utf8)
        #expect(text == Self.shop.replacing("goto: desk", with: "then: desk"))

        let again = try await Program.run(["check", "--fix", "--format", "json"], in: folder)
        #expect(try JSONValue(parsing: Array(again.output.utf8))["applied"] == [])
    }

    @Test func `certain corrections are written and shown, texts stay, and the rest is reported`() async throws {
        let (folder, flows) = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try await Program.run(["check", "--fix"], in: folder)
        result.expectEnd(with: 1)
        #expect(
            result.output.hasPrefix(
                """
                --- a/Flows/shop.yaml
                +++ b/Flows/shop.yaml
                @@ -3,7 +3,7 @@
                 steps:
                   hello:
                     say: Hello {nmae}.
                -    goto: desk
                +    then: desk
                   desk:
                     say: One moment
                     hand_over: desk

                """), "\(result.output)")
        #expect(result.output.contains("error[unknown-name]"))
        #expect(result.errors.contains("Flows/shop.yaml:6: "))
        let text = try String(contentsOf: flows.appending(path: "shop.yaml"), encoding: .utf8)
        #expect(text == Self.shop.replacing("goto: desk", with: "then: desk"))
        let again = try await Program.run(["check", "--fix"], in: folder)
        #expect(again.output.hasPrefix("error[unknown-name]"))
    }
}
