import Foundation
import Testing

/// `usher serve` with a bot in a folder that cannot be served: it names the bot, and does not start.
@Suite struct RefusedBotsTests {
    private static let key = Data(count: 32).base64EncodedString()

    private static let environment = [
        "USHER_SERVER_PORT": "0", "USHER_SERVER_PUBLIC_URL": "https://shop.example.com",
        "USHER_WEB_CHAT_ENABLED": "true", "USHER_STORAGE_KEY": key, "USHER_BOT_BARBER_STORAGE_KEY": key,
    ]

    private static let settings = """
        server:
          public_url: https://barber.example.com
        web_chat:
          enabled: true

        """

    /// Runs a command in a project with a bot in a folder.
    ///
    /// - Parameter changes: files that differ from those of a server that starts; `nil` is one that is missing.
    private static func run(
        _ changes: [String: String?], _ arguments: [String] = ["serve"], environment: [String: String] = environment
    ) async throws -> Program.Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-bots-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [String: String?] = [
            "Flows/bot.yaml": SeveralBots.bot, "Flows/chair.yaml": SeveralBots.flow,
            "Config/usher.yaml": "bots:\n  path: bots\n", "bots/barber/Flows/bot.yaml": SeveralBots.bot,
            "bots/barber/Flows/chair.yaml": SeveralBots.flow, "bots/barber/Config/usher.yaml": settings,
        ]
        for (name, text) in changes { files[name] = text }
        for case (let name, let text?) in files { try SeveralBots.write(text, name, in: folder) }
        return try await Program.run(arguments, environment: environment, in: folder)
    }

    @Test(arguments: [
        (
            "bots/barber/Config/usher.yaml", "server:\n  port: 1\n", 2,
            "bot `barber`: bots/barber/Config/usher.yaml:2: `server.port` is a setting of the whole server; set it in "
        ),
        (
            "bots/barber/Config/usher.yaml", settings + "retention:\n  history: long\n", 2,
            "bot `barber`: bots/barber/Config/usher.yaml:6: `retention.history` is `long`"
        ),
        (
            "bots/barber/Config/usher.yaml", settings.replacing("barber.", with: "shop."), 2,
            "the bots `main` and `barber` both have the host `shop.example.com`"
        ),
        (
            "bots/barber/Config/usher.yaml", settings + "storage:\n  path: ../../data/usher.sqlite\n", 2,
            "the bots `main` and `barber` both have the database "
        ),
        ("bots/barber/Flows/chair.yaml", "flow: chair\nstart: nowhere\n", 1, "bot `barber`: the flows have "),
        (
            "bots/Baker/Flows/bot.yaml", "bot: Baker\n", 2,
            "bots/Baker: the name of a bot has up to 40 lower-case letters"
        ),
        ("bots/main/Flows/bot.yaml", "bot: Main\n", 2, "bots/main: `main` is the name of the server's own bot"),
        (
            "Config/usher.yaml", "bots:\n  path: nowhere\n", 2,
            "`bots.path` is `nowhere`, and this folder cannot be read"
        ),
    ])
    func `what is wrong with a bot is named with the bot`(file: String, text: String, status: Int32, reason: String)
        async throws
    {
        let result = try await Self.run([file: text])
        #expect(result.status == status, "\(result)")
        #expect(result.errors.contains("usher: \(reason)"), "\(result.errors)")
    }

    @Test func `a folder that commands could not find again is refused`() async throws {
        let result = try await Self.run(
            ["Config/usher.yaml": ""], environment: Self.environment.merging(["USHER_BOTS_PATH": "bots"]) { $1 })
        #expect(result.status == 2 && result.errors.contains("write `bots.path` into Config/usher.yaml"), "\(result)")
    }

    @Test func `a lacking key is named by the variable of the bot`() async throws {
        var environment = Self.environment
        environment["USHER_BOT_BARBER_STORAGE_KEY"] = nil
        let flow = SeveralBots.flow.replacing(
            "ask: Cut or shave?\n    answers: [Cut, Shave]",
            with: "ask: Your name?\n    text: one line\n    private: yes")
        let result = try await Self.run(
            [
                "bots/barber/Flows/chair.yaml": flow,
                "bots/barber/Config/usher.yaml": "apple:\n  msp_id: m\n  business_ids: b\n",
            ],
            environment: environment.merging(["USHER_BOT_BARBER_APPLE_SECRET": Self.key]) { $1 })
        #expect(
            result.status == 2 && result.errors.contains("usher: bot `barber`: `storage.key` is missing: ")
                && result.errors.contains("set USHER_BOT_BARBER_STORAGE_KEY to"), "\(result)")
    }

    @Test(arguments: [["sessions", "list"], ["backup", "copy.sqlite"], ["versions"], ["audit"]])
    func `commands for one bot look into its folder, wherever they are called`(command: [String]) async throws {
        let result = try await Self.run([:], command + ["--config", "bots/barber/Config/usher.yaml"])
        #expect(
            result.status == 2 && result.errors.contains("/bots/barber/data/usher.sqlite"), "\(command): \(result)")
    }
}
