import AppleMessages
import ConversationRuntime
import Diagnostics
import Expressions
import Foundation
import Storage
import TestSupport
import Testing

@testable import Server

/// The settings of a bot in a folder: its own, and those that it inherits from its server.
@Suite struct BotSettingsTests {
    private static let secret = String(repeating: "A", count: 44)

    private static func settings(
        _ bot: String, of server: String = "", _ environment: [String: String] = [:], isServing: Bool = false
    ) throws -> ServerSettings {
        var reader = SettingsReader(
            file: SourceFile(path: "bots/barber/Config/usher.yaml", text: bot), environment: environment,
            folder: "/srv/bots/barber",
            of: ServerOfBot(
                bot: try #require(BotName("barber")),
                file: SourceFile(path: "Config/usher.yaml", text: server), folder: "/srv"))
        return try reader.settings(isServing: isServing)
    }

    @Test
    func `the server's settings are those of the server, its technical ones defaults, and all else the bot's own`()
        throws
    {
        let server = """
            server:
              port: 9000
              public_url: https://shop.example.com
            retention:
              history: 7 days
              audit: 30 days
            content:
              quota: 1 GB
            admin:
              token: the token of the shop
            storage:
              path: /var/lib/usher/usher.sqlite

            """
        let bot = """
            server:
              public_url: https://barber.example.com
            retention:
              audit: 60 days

            """
        let settings = try Self.settings(bot, of: server, ["USHER_ADMIN_TOKEN": "another token of the shop"])
        #expect(settings.bot.text == "barber" && settings.port == 9000)
        #expect(settings.publicURL == "https://barber.example.com")
        #expect(settings.retention.audit == .days(60) && settings.retention.history == .days(7))
        #expect(settings.content.quota == nil && settings.adminToken == nil)
        #expect(settings.storagePath == "/srv/bots/barber/data/usher.sqlite")
        #expect(settings.flowsPath == "/srv/bots/barber/Flows")
    }

    @Test(arguments: [("", false), ("operators:\n  sign_in: true\n", true), ("operators:\n  sign_in: false\n", false)])
    func `the studio of the server lets no operators of another bot sign in`(bot: String, letsIn: Bool) throws {
        let settings = try Self.settings(bot, of: "studio:\n  enabled: true\n")
        #expect(settings.letsOperatorsSignIn == letsIn)
    }

    @Test func `variables of a bot have its name, and those of the server are not its own`() throws {
        let environment = [
            "USHER_STORAGE_KEY": Data(count: 32).base64EncodedString(), "USHER_STORAGE_PATH": "/shop.sqlite",
            "USHER_BOT_BARBER_STORAGE_PATH": "/barber.sqlite",
            "USHER_BOT_BARBER_ADMIN_TOKEN": "the token of the barber",
            "USHER_BOT_BAKER_ADMIN_TOKEN": "the token of the baker",
        ]
        let settings = try Self.settings("", of: "", environment)
        #expect(settings.storagePath == "/barber.sqlite" && settings.storageKey == nil)
        #expect(settings.adminToken == "the token of the barber")
        let seen = try #require(BotName("cut-and-go")).environment(
            [
                "USHER_BOT_CUT_AND_GO_SECRET_API": "1", "USHER_SECRET_API": "2", "PATH": "/bin",
            ], among: [])
        #expect(seen == ["USHER_SECRET_API": "1", "PATH": "/bin"])
    }

    @Test func `a variable of a bot is of no other whose name its own begins with`() throws {
        let names = try ["barber", "barber-north", "baker"].map { try #require(BotName($0)) }
        let all = [
            "USHER_BOT_BARBER_NORTH_STORAGE_PATH": "/north.sqlite", "USHER_BOT_BARBER_PAY_SECRET": "the barber's",
        ]
        #expect(names[0].environment(all, among: names) == ["USHER_PAY_SECRET": "the barber's"])
        #expect(names[1].environment(all, among: names) == ["USHER_STORAGE_PATH": "/north.sqlite"])
        #expect(names[2].environment(all, among: names).isEmpty)
        var reader = SettingsReader(
            file: nil, environment: all, folder: "/srv/bots/barber",
            of: ServerOfBot(
                bot: names[0], bots: names, file: SourceFile(path: "Config/usher.yaml", text: ""), folder: "/srv"))
        let settings = try reader.settings(isServing: false)
        #expect(settings.warnings.isEmpty, "\(settings.warnings)")
        #expect(settings.environment(all) == ["USHER_PAY_SECRET": "the barber's"])
    }

    @Test func `the provider of the server is inherited as a whole, by a bot with business ids`() throws {
        let server = "apple:\n  msp_id: shared\n  secret: \(Self.secret)\n"
        let shared = try Self.settings("apple:\n  business_ids: b-1\n", of: server, isServing: true)
        #expect(shared.apple?.mspID == "shared" && shared.apple?.businessIDs == ["b-1"])
        #expect(throws: SettingsError.self, "a provider of its own has a secret of its own") {
            try Self.settings("apple:\n  msp_id: own\n  business_ids: b-1\n", of: server, isServing: true)
        }
        let web = "web_chat:\n  enabled: true\nserver:\n  public_url: https://barber.example.com\n"
        let key = ["USHER_BOT_BARBER_STORAGE_KEY": Data(count: 32).base64EncodedString()]
        #expect(try Self.settings(web, of: server, key, isServing: true).apple == nil)
    }

    @Test func `a shared database has a schema for each bot, and one of its own none`() throws {
        let shared = ["USHER_STORAGE_URL": "postgresql://db.example/usher"]
        #expect(try Self.settings("", of: "", shared).storageURL?.schema == "bot_barber")
        let own = ["USHER_BOT_BARBER_STORAGE_URL": "postgresql://db.example/barber"]
        #expect(try Self.settings("", of: "", own.merging(shared) { $1 }).storageURL?.schema == nil)
    }

    @Test(arguments: [
        (
            "server:\n  port: 9000\n",
            "bots/barber/Config/usher.yaml:2: `server.port` is a setting of the whole server; set it in Config/usher.yaml"
        ),
        (
            "log:\n  level: debug\n",
            "bots/barber/Config/usher.yaml:2: `log.level` is a setting of the whole server; set it in Config/usher.yaml"
        ),
        ("bots:\n  path: more\n", "`bots.path` is a setting of the whole server"),
        ("apple:\n  limits: loose\n", "bots/barber/Config/usher.yaml:2: `apple.limits` is `loose`"),
        ("{}", "`apple.business_ids` is missing"),
    ])
    func `what a bot cannot set is named with its place`(file: String, expected: String) {
        #expect {
            _ = try Self.settings(file == "{}" ? "" : file, of: "", isServing: true)
        } throws: { error in
            "\(error)".contains(expected)
        }
    }

    @Test func `a variable of the server with the name of a bot is refused, and a misspelt one is named`() throws {
        #expect {
            _ = try Self.settings("", of: "", ["USHER_BOT_BARBER_SERVER_PORT": "9000"])
        } throws: { error in
            "\(error)" == "USHER_BOT_BARBER_SERVER_PORT: `server.port` is a setting of the whole server"
        }
        let settings = try Self.settings("", of: "", ["USHER_BOT_BARBER_ADMIN_TOKN": "x"])
        #expect(
            settings.warnings == [
                "USHER_BOT_BARBER_ADMIN_TOKN is not a setting; did you mean USHER_BOT_BARBER_ADMIN_TOKEN?"
            ])
    }

    @Test func `secret files are relative to the folder of the file that names them`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.secret, to: "server/secret")
        try folder.write("the token of the barber", to: "bot/token")
        var reader = SettingsReader(
            file: SourceFile(
                path: "usher.yaml", text: "admin:\n  token_file: token\napple:\n  business_ids: b-1\n"),
            environment: [:], folder: folder.file("bot"),
            of: ServerOfBot(
                bot: try #require(BotName("barber")),
                file: SourceFile(path: "usher.yaml", text: "apple:\n  msp_id: m\n  secret_file: secret\n"),
                folder: folder.file("server")))
        let settings = try reader.settings(isServing: true)
        #expect(settings.adminToken == "the token of the barber")
        #expect(settings.apple?.secret == Data(base64Encoded: Self.secret))
    }

    @Test(arguments: ["", "main", "Barber", "2go", "a_b", "bär", "-a", String(repeating: "a", count: 41)])
    func `a name of a bot is one word`(name: String) {
        #expect(BotName(name) == nil)
    }
}
