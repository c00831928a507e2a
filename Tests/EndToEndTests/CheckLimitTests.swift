import Foundation
import Testing

/// `usher check` applies the server's limits for the size of bubbles.
@Suite struct CheckLimitTests {
    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: shop/desk
        people:
          desk:
        if_silent: never
        if_other:
          then: shop/desk
        if_failed: shop/desk

        """

    private static let shop = """
        flow: shop
        start: hello
        steps:
          hello:
            ask: Which?
            as: list
            answers:
              - label: Bread
                note: \(String(repeating: "a", count: 300))
              - Cake
            then: desk
          desk:
            say: One moment
            hand_over: desk

        """

    @Test(
        arguments: [
            (nil, [:], true), ("apple:\n  limits: documented\n", [:], false),
            ("apple:\n  limits: documented\n", ["USHER_APPLE_LIMITS": "strict"], true),
        ] as [(String?, [String: String], Bool)])
    func `long texts are told by the limits of the settings, which may be missing`(
        _ settings: String?, _ environment: [String: String], _ isTold: Bool
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Flows", "Config"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data(Self.bot.utf8).write(to: folder.appending(path: "Flows/bot.yaml"))
        try Data(Self.shop.utf8).write(to: folder.appending(path: "Flows/shop.yaml"))
        try settings.map { try Data($0.utf8).write(to: folder.appending(path: "Config/usher.yaml")) }
        let result = try await Program.run(["check"], environment: environment, in: folder)
        result.expectEnd(with: 0)
        #expect(result.output.contains("warning[text-too-long]") == isTold, "\(result.output)\(result.errors)")
    }
}
