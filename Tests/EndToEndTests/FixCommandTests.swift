import Foundation
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

    @Test func `certain corrections are written and shown, texts stay, and the rest is reported`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let flows = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        try Data(Self.bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data(Self.shop.utf8).write(to: flows.appending(path: "shop.yaml"))
        let result = try await Program.run(["check", "--fix"], in: folder)
        #expect(result.status == 1)
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
