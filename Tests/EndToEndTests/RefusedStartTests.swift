import Foundation
import Testing

/// `usher serve` with something wrong: it says what and where, ends, and has begun nothing.
@Suite struct RefusedStartTests {
    private static let account = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": String(repeating: "A", count: 44), "USHER_SERVER_PORT": "0",
    ]

    /// A project of files, and what `serve` does in it.
    private static func serve(
        _ files: [String: String], _ arguments: [String] = [], environment: [String: String] = account
    ) async throws -> (result: Program.Result, left: [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-refused-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let result = try await Program.run(["serve"] + arguments, environment: environment, in: folder)
        let left = FileManager.default.subpaths(atPath: folder.path) ?? []
        return (result, left.filter { $0.hasSuffix(".sqlite") || $0 == "data" })
    }

    private static let bot = ["Flows/bot.yaml": "name: Shop\nzone: Europe/Paris\nstart: shop\nif_silent: stop\n"]

    @Test(arguments: [
        (nil, "`storage.key` is missing: `shop/plate` is private"),
        ("c2hvcnQ=", "USHER_STORAGE_KEY: `storage.key` is not 32 bytes in base64"),
    ])
    func `a flow with something private is not served without a key`(key: String?, refusal: String) async throws {
        let files = [
            "Flows/bot.yaml": """
            bot: Shop
            zone: Europe/Paris
            start: shop
            anywhere:
              agent, help, support: shop/desk
            people:
              desk:
            if_silent: never
            if_other: shop/desk
            if_failed: shop/desk

            """,
            "Flows/shop.yaml": """
            flow: shop
            start: plate
            steps:
              plate:
                ask: Your plate?
                text: one line
                private: yes
                then: end
              desk:
                hand_over: desk

            """,
        ]
        var environment = Self.account
        environment["USHER_STORAGE_KEY"] = key
        let (result, left) = try await Self.serve(files, environment: environment)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("usher: \(refusal)"), "\(result.errors)")
        #expect(left.isEmpty)
    }

    @Test func `every wrong setting is told with its place`() async throws {
        let yaml = "server:\n  prot: 1\napple:\n  limits: loose\n"
        let (result, left) = try await Self.serve(["Config/usher.yaml": yaml], ["--port", "70000"], environment: [:])
        #expect(result.status == 2)
        #expect(
            result.errors == """
                usher: Config/usher.yaml:2: there is no setting `server.prot`; did you mean `server.port`?
                usher: command line: `server.port` is `70000`; expected a number from 0 to 65535
                usher: Config/usher.yaml:4: `apple.limits` is `loose`; expected `strict` or `documented`
                usher: `apple.msp_id` is missing: the Messaging Service Provider id that Apple shows; set \
                USHER_APPLE_MSP_ID or write it into Config/usher.yaml
                usher: `apple.secret` is missing: the shared secret that Apple shows, in base64; set \
                USHER_APPLE_SECRET or name a file that holds it in `apple.secret_file`

                """)
        #expect(left == [])
    }

    @Test func `a file of settings that is named has to be there`() async throws {
        let (result, left) = try await Self.serve([:], ["--config", "other.yaml"])
        #expect(result.status == 2 && left == [])
        #expect(result.errors == "usher: other.yaml cannot be read; does it exist?\n")
    }

    @Test func `a folder without flows is told`() async throws {
        let (result, left) = try await Self.serve([:])
        #expect(result.status == 2 && left == [])
        #expect(result.errors == "usher: there is no folder of flows at Flows; set `flows.path`\n")
    }

    @Test func `a broken flow is told with its line`() async throws {
        let shop = "steps:\n  welcome:\n    say: Hello!\n    then: nowhere\n"
        let (result, left) = try await Self.serve(Self.bot.merging(["Flows/shop.yaml": shop]) { $1 })
        #expect(result.status == 1 && left == [])
        #expect(result.errors.contains("error[unknown-step]: the flow has no step called `nowhere`"))
        #expect(result.errors.contains("--> Flows/shop.yaml:4:11"))
        #expect(result.errors.hasSuffix("mend them and start again\n"))
    }
}
