import AppleMessages
import Channels
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Server

@Suite struct SecretTests {
    private static let first = Data(repeating: 1, count: 32)
    private static let second = Data(repeating: 2, count: 32)

    /// Reads the settings of an account with secrets in the given places.
    private static func read(yaml: String = "", environment: [String: String]) throws -> ServerSettings {
        let file = SourceFile(path: "usher.yaml", bytes: Array("apple:\n  msp_id: msp\n\(yaml)".utf8))
        var reader = SettingsReader(file: file, environment: environment)
        return try reader.settings(isServing: true)
    }

    @Test(arguments: ["", "\n", "\r\n", "  \n\n"])
    func `a secret may lie in a file of its own`(_ end: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first.base64EncodedString() + end, to: "secret")
        let named = try Self.read(yaml: "  secret_file: \(folder.path)/secret\n", environment: [:])
        #expect(named.apple?.secret == Self.first && named.warnings == [])
        let variable = try Self.read(environment: ["USHER_APPLE_SECRET_FILE": folder.path + "/secret"])
        #expect(variable.apple?.secret == Self.first && variable.warnings == [])
    }

    @Test func `the secret itself beats the file, and the environment beats both of a file of settings`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.first.base64EncodedString(), to: "first")
        let both = [
            "USHER_APPLE_SECRET": Self.second.base64EncodedString(), "USHER_APPLE_SECRET_FILE": folder.path + "/first",
        ]
        #expect(try Self.read(environment: both).apple?.secret == Self.second)
        let yaml = "  secret: \(Self.second.base64EncodedString())\n"
        let file = ["USHER_APPLE_SECRET_FILE": folder.path + "/first"]
        #expect(try Self.read(yaml: yaml, environment: file).apple?.secret == Self.first)
    }

    @Test(arguments: ["apple.secret", "storage.key", "admin.token"])
    func `a secret in the file of settings is used, with a warning that does not show it`(_ key: String) throws {
        let value = Self.first.base64EncodedString()
        let file = SourceFile(path: "usher.yaml", bytes: Array("apple.msp_id: msp\n\(key): \(value)\n".utf8))
        var reader = SettingsReader(file: file, environment: [:])
        let settings = try reader.settings(isServing: key == "apple.secret")
        #expect(
            settings.warnings.contains {
                $0.hasPrefix("usher.yaml:2: `\(key)` is a secret, which must not be in this file; set USHER_")
            })
        #expect(!settings.warnings.joined().contains(value))
        if key == "apple.secret" { #expect(settings.apple?.secret == Self.first) }
    }

    @Test func `a token of operators that can be guessed is used, with a warning that does not show it`() throws {
        for (token, isShort) in [("fifteen letters", true), ("sixteen letters!", false)] {
            var reader = SettingsReader(file: nil, environment: ["USHER_ADMIN_TOKEN": token])
            let settings = try reader.settings(isServing: false)
            #expect(settings.adminToken == token)
            let warning = settings.warnings.first {
                $0.hasPrefix("USHER_ADMIN_TOKEN: `admin.token` is shorter than 16")
            }
            #expect((warning != nil) == isShort)
            #expect(warning?.contains(token) != true)
        }
    }

    @Test(arguments: [1, 6, 31])
    func `a secret of Apple's that is cut off is refused, and not shown`(_ bytes: Int) throws {
        let text = Data(repeating: 3, count: bytes).base64EncodedString()
        let told =
            "USHER_APPLE_SECRET: `apple.secret` has only \(bytes) bytes, and HS256 requires 32 or more; copy the whole secret that Apple shows"
        #expect(throws: SettingsError(lines: [told])) { try Self.read(environment: ["USHER_APPLE_SECRET": text]) }
    }

    @Test(arguments: [32, 33, 64])
    func `a secret as long as HS256 wants is used`(_ bytes: Int) throws {
        let secret = Data(repeating: 3, count: bytes)
        let settings = try Self.read(environment: ["USHER_APPLE_SECRET": secret.base64EncodedString()])
        #expect(settings.apple?.secret == secret && settings.warnings == [])
    }

    @Test func `keys of before open what the new one does not`() throws {
        let (old, new) = (Self.first.base64EncodedString(), Self.second.base64EncodedString())
        let apple = ["USHER_APPLE_SECRET": old]
        let both = ["USHER_STORAGE_KEY": new, "USHER_STORAGE_FORMER_KEYS": "\(old)\n\(new), \(old)"]
        #expect(try Self.read(environment: both.merging(apple) { $1 }).storageKey != nil)
        #expect(
            throws: SettingsError(lines: [
                "USHER_STORAGE_FORMER_KEYS: `storage.former_keys` is set, and `storage.key` is not"
            ])
        ) { try Self.read(environment: ["USHER_STORAGE_FORMER_KEYS": old].merging(apple) { $1 }) }
        #expect(
            throws: SettingsError(lines: [
                "USHER_STORAGE_FORMER_KEYS: `storage.former_keys` contains a key that is not 32 bytes in base64"
            ])
        ) {
            try Self.read(
                environment: ["USHER_STORAGE_KEY": new, "USHER_STORAGE_FORMER_KEYS": "short"].merging(apple) { $1 })
        }
    }

    @Test func `two secrets of Apple's may be valid at once, and a wrong former one is refused`() throws {
        let (old, new) = (Self.first.base64EncodedString(), Self.second.base64EncodedString())
        let both = ["USHER_APPLE_SECRET": new, "USHER_APPLE_FORMER_SECRETS": "\(old)\n"]
        let apple = try Self.read(environment: both).apple
        #expect(apple?.secret == Self.second && apple?.secrets.accepted == [Self.second, Self.first])
        let told =
            "USHER_APPLE_FORMER_SECRETS: `apple.former_secrets` contains a value that is not base64; copy it as Apple shows it"
        #expect(throws: SettingsError(lines: [told])) {
            try Self.read(environment: ["USHER_APPLE_SECRET": new, "USHER_APPLE_FORMER_SECRETS": "short!"])
        }
    }

    @Test func `a changed setting is applied at once or needs a restart`() throws {
        func marks(_ environment: [String: String]) -> [String: Int] {
            SettingsReader(file: nil, environment: environment).marks
        }
        let before = marks(["USHER_ADMIN_TOKEN": "sixteen letters!", "USHER_SERVER_PORT": "8080"])
        let after = marks([
            "USHER_ADMIN_TOKEN": "seventeen letters", "USHER_SERVER_PORT": "8081", "USHER_LOG_LEVEL": "debug",
        ])
        let changes = SettingChanges(from: before, to: after)
        #expect(changes.applied == ["admin.token", "log.level"])
        #expect(changes.needingRestart == ["server.port"])
        #expect(SettingChanges(from: marks([:]), to: before).needingRestart == ["server.port", "admin.token"])
    }

    @Test(arguments: ["", " \n"])
    func `a file without a secret in it is refused`(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "secret")
        let place = "usher.yaml:3: `apple.secret_file` names `\(folder.path)/secret`"
        #expect(throws: SettingsError(lines: ["\(place), which is empty"])) {
            try Self.read(yaml: "  secret_file: \(folder.path)/secret\n", environment: [:])
        }
    }

    @Test func `an unreadable secret is refused once, and only noted where the bot is tried`() throws {
        let yaml = """
            notify:
              email: desk@shop.example
              smtp: smtps://mail.shop.example
              user: bot
              password_file: /nowhere/mail
              webhook: https://desk.shop.example/new
              secret_file: /nowhere/desk
            pay.secret_file: /nowhere/pay

            """
        let file = SourceFile(path: "usher.yaml", bytes: Array(yaml.utf8))
        let lines = [
            "usher.yaml:5: `notify.password_file` names `/nowhere/mail`, which cannot be read",
            "usher.yaml:7: `notify.secret_file` names `/nowhere/desk`, which cannot be read",
            "usher.yaml:8: `pay.secret_file` names `/nowhere/pay`, which cannot be read",
        ]
        var reader = SettingsReader(file: file, environment: [:])
        #expect(throws: SettingsError(lines: lines)) { try reader.settings(isServing: false) }
        var trying = SettingsReader(file: file, environment: [:])
        let settings = try trying.settings(isServing: false, isTrying: true)
        #expect(settings.unreadSecrets == lines.map { $0 + "; what needs it is left out here" })
        #expect(settings.notices == nil && settings.paySecret == nil)
    }

    @Test func `a wrong secret is not shown`() {
        let error = #expect(throws: SettingsError.self) {
            try Self.read(environment: ["USHER_APPLE_SECRET": "correct horse battery staple"])
        }
        #expect(error?.description.contains("horse") == false)
    }

    @Test(arguments: [
        (["USHER_SERVER_PROT": "1"], ["USHER_SERVER_PROT is not a setting; did you mean USHER_SERVER_PORT?"]),
        (["USHER_SERVICE_HOST": "10.0.0.1", "USHER_SERVICE_PORT_HTTP": "80", "USHER_PORT": "tcp://10.0.0.1:80"], []),
        (["PATH": "/bin"], []),
    ])
    func `a variable that looks like a slip is a warning, what others set is left alone`(
        _ environment: [String: String], _ warnings: [String]
    ) throws {
        var reader = SettingsReader(file: nil, environment: environment)
        #expect(try reader.settings(isServing: false).warnings == warnings)
    }
}
