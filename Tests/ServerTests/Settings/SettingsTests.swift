import AppleMessages
import Diagnostics
import Foundation
import Logging
import Testing

@testable import Server

@Suite struct SettingsTests {
    /// Reads settings as a command does.
    private static func read(
        _ yaml: String? = nil, environment: [String: String] = [:], options: [String: String] = [:],
        isServing: Bool = false
    ) throws(SettingsError) -> ServerSettings {
        let file = yaml.map { SourceFile(path: "usher.yaml", bytes: Array($0.utf8)) }
        var reader = SettingsReader(file: file, environment: environment, options: options)
        return try reader.settings(isServing: isServing)
    }

    private static let secret = Data((0..<32).map { UInt8($0) })
    private static let account = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": secret.base64EncodedString(),
    ]

    @Test func `without anything the defaults hold`() throws {
        let settings = try Self.read()
        #expect(settings.host == "127.0.0.1" && settings.port == 8080 && settings.simulatorPort == 8081)
        #expect(settings.storagePath == "data/usher.sqlite" && settings.flowsPath == "Flows")
        #expect(settings.isStrict && settings.logLevel == .info && settings.apple == nil && settings.warnings == [])
        let apple = try #require(try Self.read(environment: Self.account, isServing: true).apple)
        #expect(apple.gateway == "https://mspgw.push.apple.com/v1" && apple.businessIDs == nil)
        #expect(apple.isStrict && apple.verifiesWebhooks && !apple.showsTyping)
    }

    @Test(arguments: [
        ("", "", 8080), ("file", "", 9001), ("file", "environment", 9002), ("file", "environment options", 9003),
        ("", "options", 9003), ("file", "options", 9003),
    ])
    func `an option beats the environment, and that the file`(_ file: String, _ others: String, _ port: Int) throws {
        let settings = try Self.read(
            file.isEmpty ? nil : "server:\n  port: 9001\n",
            environment: ["USHER_SERVER_PORT": others.contains("environment") ? "9002" : ""],
            options: others.contains("options") ? ["server.port": "9003"] : [:])
        #expect(settings.port == port)
    }

    @Test(arguments: ["server:\n  host: 0.0.0.0\nflows:\n  path: Shop\n", "server.host: 0.0.0.0\nflows.path: Shop\n"])
    func `keys of the file lie inside each other or are written out`(_ yaml: String) throws {
        let settings = try Self.read(yaml)
        #expect(settings.host == "0.0.0.0" && settings.flowsPath == "Shop")
    }

    @Test(arguments: [
        "[first, urn:biz:second]", "first, urn:biz:second", "\n    - first\n    - urn:biz:second",
    ])
    func `business ids are a list in any form`(_ list: String) throws {
        let settings = try Self.read("apple:\n  business_ids: \(list)\n", environment: Self.account)
        #expect(settings.apple?.businessIDs == ["first", "second"])
    }

    @Test(
        arguments: [
            (nil, [:], true), ("apple:\n  limits: documented\n", [:], false), ("apple:\n  limits: strict\n", [:], true),
            ("apple:\n  limits: nonsense\n  what: ever\n", [:], true),
            ("apple:\n  limits: strict\n", ["USHER_APPLE_LIMITS": "documented"], false),
        ] as [(String?, [String: String], Bool)])
    func `which limits flows are checked by needs no file, and minds nothing else in it`(
        _ yaml: String?, _ environment: [String: String], _ isStrict: Bool
    ) {
        let file = yaml.map { SourceFile(path: "usher.yaml", bytes: Array($0.utf8)) }
        #expect(SettingsReader(file: file, environment: environment).checksStrictly == isStrict)
    }

    @Test func `links without a title ask their pages unless somebody says no`() throws {
        #expect(try Self.read("", environment: Self.account).apple?.showsPreviews == true)
        let quiet = try Self.read("apple:\n  link_previews: false\n", environment: Self.account)
        #expect(quiet.apple?.showsPreviews == false)
    }

    @Test func `the gateway's address needs no slash at its end`() throws {
        let settings = try Self.read("apple:\n  gateway: http://127.0.0.1:8081/v1/\n", environment: Self.account)
        #expect(settings.apple?.gateway == "http://127.0.0.1:8081/v1")
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.8.7", true), ("localhost", true), ("LOCALHOST", true), ("::1", true),
        ("[::1]", true), ("0:0:0:0:0:0:0:1", true), ("::ffff:127.0.0.1", true), ("[::ffff:7f00:1]", true),
        ("[127.0.0.1]", false), ("::1%lo", false), ("::ffff:10.0.0.1", false), ("0.0.0.0", false), ("::", false),
        ("127.0.0.1.example.com", false), ("127.1", false),
        ("127.0.0.256", false), ("10.0.0.1", false), ("localhost.example.com", false), ("", false),
    ])
    func `loopback is this machine and nothing that looks like it`(_ host: String, _ isLoopback: Bool) {
        #expect(host.isLoopbackHost == isLoopback)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1"])
    func `webhooks may go unchecked on loopback`(_ host: String) throws {
        let settings = try Self.read(
            "server:\n  host: \"\(host)\"\napple:\n  verify_webhooks: false\n", environment: Self.account)
        #expect(settings.apple?.verifiesWebhooks == false)
    }

    @Test func `what is wrong anywhere is told at once`() {
        let yaml = """
            server:
              port: many
              hots: example
            apple:
              limits: loose
              verify_webhooks: perhaps
            """
        #expect(
            throws: SettingsError(lines: [
                "usher.yaml:3: there is no setting `server.hots`; did you mean `server.host`?",
                "usher.yaml:2: `server.port` is `many`; expected a number from 0 to 65535",
                "command line: `simulator.port` is `-1`; expected a number from 0 to 65535",
                "usher.yaml:5: `apple.limits` is `loose`; expected `strict` or `documented`",
                "USHER_LOG_LEVEL: `log.level` is `loud`; expected "
                    + Logger.Level.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or "),
                "usher.yaml:6: `apple.verify_webhooks` is `perhaps`; expected `true` or `false`",
                "`apple.msp_id` is missing: the Messaging Service Provider id that Apple shows; set "
                    + "USHER_APPLE_MSP_ID or write it into Config/usher.yaml",
                "`apple.secret` is missing: the shared secret that Apple shows, in base64; set USHER_APPLE_SECRET or "
                    + "set `apple.secret_file` to a file that contains it",
                "without Apple, set `web_chat.enabled: true` to serve the web chat alone",
            ])
        ) {
            try Self.read(
                yaml, environment: ["USHER_LOG_LEVEL": "loud"], options: ["simulator.port": "-1"], isServing: true)
        }
    }
}
