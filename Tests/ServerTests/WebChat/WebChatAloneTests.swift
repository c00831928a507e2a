import AppleMessages
import ConversationRuntime
import CurlClient
import Foundation
import JSON
import Testing

@testable import Server

/// A server without an account at Apple.
@Suite struct WebChatAloneTests {
    @Test func `the web chat is served without Apple, and Apple's route does not exist`() async throws {
        var setup = BrowserConversationTests.setup
        setup.servesApple = false
        try await TestServer.run(setup) { server in
            let browser = try await Browser(on: server)
            let hello = try await browser.says("hello")
            #expect(hello.last?["type"]?.string == "buttons")
            let webhook = try await server.client.send(.patient("POST", server.url + "/message"))
            #expect(webhook.status == 404)
            let ready = try await server.get("/health/ready")
            #expect(ready.status == 200)
        }
    }

    private static func read(_ environment: [String: String]) throws -> ServerSettings {
        var reader = SettingsReader(file: nil, environment: environment)
        return try reader.settings(isServing: true)
    }

    private static let chat = [
        "USHER_WEB_CHAT_ENABLED": "true", "USHER_SERVER_PUBLIC_URL": "https://bot.example.com",
        "USHER_STORAGE_KEY": Data(repeating: 1, count: 32).base64EncodedString(),
    ]

    @Test func `without Apple's id and secret a warning names what is not served`() throws {
        let settings = try Self.read(Self.chat)
        #expect(settings.apple == nil)
        #expect(
            settings.warnings == ["`apple.msp_id` and `apple.secret` are not set: only the web chat is served"])
    }

    @Test func `a package's empty file for the secret counts as none until there is an id`() throws {
        let file = NSTemporaryDirectory() + "/apple-secret-\(UUID().uuidString)"
        try Data().write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let settings = try Self.read(Self.chat.merging(["USHER_APPLE_SECRET_FILE": file]) { $1 })
        #expect(settings.apple == nil)
        #expect(throws: SettingsError.self) {
            try Self.read(Self.chat.merging(["USHER_APPLE_SECRET_FILE": file, "USHER_APPLE_MSP_ID": "msp"]) { $1 })
        }
    }

    @Test func `half of the settings for Apple are refused`() {
        #expect(throws: SettingsError.self) { try Self.read(Self.chat.merging(["USHER_APPLE_MSP_ID": "msp"]) { $1 }) }
    }

    @Test func `with neither Apple nor the web chat there is nothing to serve`() {
        let error = #expect(throws: SettingsError.self) { try Self.read([:]) }
        #expect(error?.lines.last == "without Apple, set `web_chat.enabled: true` to serve the web chat alone")
    }
}
