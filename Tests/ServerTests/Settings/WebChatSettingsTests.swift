import Diagnostics
import Expressions
import Foundation
import Testing

@testable import Server

@Suite struct WebChatSettingsTests {
    private static let apple = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": Data(repeating: 1, count: 32).base64EncodedString(),
    ]

    private static func read(_ environment: [String: String], serves: Bool = false) throws -> WebChatSettings {
        var reader = SettingsReader(file: nil, environment: environment.merging(serves ? apple : [:]) { $1 })
        return try reader.settings(isServing: serves).webChat
    }

    @Test func `nothing said, nothing settled`() throws {
        let chat = try Self.read([:])
        #expect(chat.isEnabled == nil)
        #expect(chat.allowedOrigins.isEmpty)
        #expect(chat.signInSecret == nil)
        #expect(chat.retention == .days(365))
        #expect(chat.newChatsPerAddress == 30)
    }

    @Test func `sites are read as browsers name them`() throws {
        let chat = try Self.read([
            "USHER_WEB_CHAT_ALLOWED_ORIGINS": "https://Shop.example.com/, https://a.example:443,http://localhost:3000",
            "USHER_WEB_CHAT_RETENTION": "30 days",
            "USHER_SERVER_TRUSTED_PROXIES": "10.0.0.1, ::1,172.16.0.0/12, 2001:db8::/32",
            "USHER_WEB_CHAT_NEW_CHATS_PER_ADDRESS": "600",
        ])
        #expect(chat.allowedOrigins == ["https://shop.example.com", "https://a.example", "http://localhost:3000"])
        #expect(chat.retention == .days(30))
        #expect(chat.trustedProxies == ["10.0.0.1", "::1", "172.16.0.0/12", "2001:db8::/32"])
        #expect(chat.newChatsPerAddress == 600)
    }

    @Test(arguments: [
        ("USHER_WEB_CHAT_ALLOWED_ORIGINS", "https://shop.example.com/chat"), ("USHER_WEB_CHAT_ALLOWED_ORIGINS", "*"),
        ("USHER_WEB_CHAT_ALLOWED_ORIGINS", "http://shop.example.com"), ("USHER_WEB_CHAT_PICTURE_ORIGINS", "images"),
        ("USHER_WEB_CHAT_SIGN_IN_SECRET", "short"), ("USHER_WEB_CHAT_RETENTION", "forever"),
        ("USHER_SERVER_TRUSTED_PROXIES", "proxy.example.com"), ("USHER_WEB_CHAT_ENABLED", "perhaps"),
        ("USHER_WEB_CHAT_NEW_CHATS_PER_ADDRESS", "-1"), ("USHER_WEB_CHAT_NEW_CHATS_PER_ADDRESS", "many"),
    ])
    func `what is wrong is refused`(_ variable: String, _ value: String) {
        #expect(throws: SettingsError.self) { try Self.read([variable: value]) }
    }

    @Test(arguments: [
        ("10.0.0.0/33", "a number of bits from 1 to 32 after the slash of `10.0.0.0/33`"),
        ("10.0.0.0/", "a number of bits from 1 to 32 after the slash of `10.0.0.0/`"),
        ("0.0.0.0/0", "a number of bits from 1 to 32 after the slash of `0.0.0.0/0`"),
        ("2001:db8::/129", "a number of bits from 1 to 128 after the slash of `2001:db8::/129`"),
        ("10.0.0.1/8", "`10.0.0.0/8` instead of `10.0.0.1/8`, or one address without a slash"),
        (
            "10.0.0.1, 10.0.0/8",
            "addresses or networks such as `10.0.0.1` or `10.0.0.0/8`, separated by commas; `10.0.0/8` is neither"
        ),
    ])
    func `a network that is none is refused with what was expected`(_ value: String, _ expected: String) {
        let error = #expect(throws: SettingsError.self) { try Self.read(["USHER_SERVER_TRUSTED_PROXIES": value]) }
        #expect(
            error?.lines == [
                "USHER_SERVER_TRUSTED_PROXIES: `server.trusted_proxies` is `\(value)`; expected \(expected)"
            ])
    }

    @Test func `what is written and of no use is reported once`() {
        let wrong = [
            "USHER_WEB_CHAT_ENABLED": "true", "USHER_SERVER_PUBLIC_URL": "bot.example.com",
            "USHER_STORAGE_KEY_FILE": "/nowhere",
        ]
        let error = #expect(throws: SettingsError.self) { try Self.read(wrong, serves: true) }
        #expect(
            error?.lines == [
                "USHER_STORAGE_KEY_FILE: `storage.key_file` names `/nowhere`, which cannot be read",
                "USHER_SERVER_PUBLIC_URL: `server.public_url` is `bot.example.com`; expected an address such as `https://bot.example.com`",
            ])
    }

    @Test func `serve wants an address and a key for it`() throws {
        let enabled = ["USHER_WEB_CHAT_ENABLED": "true"]
        #expect(try Self.read(enabled).isEnabled == true)
        let error = #expect(throws: SettingsError.self) { try Self.read(enabled, serves: true) }
        #expect(error?.lines.count == 2)
        let whole = enabled.merging(
            [
                "USHER_SERVER_PUBLIC_URL": "https://bot.example.com",
                "USHER_STORAGE_KEY": Data(repeating: 2, count: 32).base64EncodedString(),
            ]) { $1 }
        #expect(try Self.read(whole, serves: true).isEnabled == true)
    }
}
