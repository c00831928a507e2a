import Foundation
import JSON
import Testing

/// `usher serve` with an error: it reports the error with its location, ends, and leaves nothing behind.
@Suite struct RefusedStartTests {
    private static let account = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": String(repeating: "A", count: 44), "USHER_SERVER_PORT": "0",
    ]

    /// Runs `serve` in a project with these files. Returns the result, and the files left in the folder.
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
        #expect(result.errors.hasSuffix("\n"), "the last line of an error ends")
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
        result.expectEnd(with: 2)
        #expect(result.errors.hasPrefix("usher: \(refusal)"), "\(result.errors)")
        #expect(left.isEmpty)
    }

    @Test func `a secret that a published version lacks is told with the version and the way back`() async throws {
        let project = try TemporaryProject()
        let actions = """
            hosts: [api.shop.example]
            actions:
              book:
                post: https://api.shop.example/book
                headers:
                  Authorization: Bearer {secret.shop}
                examples:
                  booked:

            """
        let config = project.url.appending(path: "Config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try actions.write(to: config.appending(path: "actions.yaml"), atomically: true, encoding: .utf8)
        let published = try await Program.run(
            ["publish", "--format", "json"], environment: ["USHER_SECRET_SHOP": "s"], in: project.url)
        let version = try #require(try JSONValue(parsing: published.output)["version"]?.string)
        // The folder needs no settings any more.
        try FileManager.default.removeItem(at: config)
        let result = try await Program.run(["serve"], environment: Self.account, in: project.url)
        result.expectEnd(with: 2)
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("usher: ") }
        #expect(
            lines.count == 2 && lines[0].contains("needs a secret; set USHER_SECRET_SHOP"), "\(result.errors)")
        #expect(
            lines.last?.hasPrefix("usher: the published version \(version) requires this") == true
                && lines.last?.contains("usher publish --version HASH") == true)
        #expect(result.errors.hasSuffix("\n"))
    }

    @Test(.timeLimit(.minutes(2))) func `a database that another server owns is to be tried again later`() async throws
    {
        try await World.with(seed: 2) { world in
            let server = try await world.startServer()
            let second = try await world.run("serve")
            second.expectEnd(with: 75)
            #expect(second.errors.contains("usher.sqlite is in use by another server; stop that server"))
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test func `without room on the disk a backup and a start fail for a time`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        for (command, error) in [
            ("backup small/copy", "usher: backup failed: no space left on the disk of small/copy; free disk space\n"),
            ("serve", "no space left on the disk of small/usher.sqlite; free disk space\n"),
        ] {
            let script = """
                mkdir -p small Flows && mount -t tmpfs -o size=64k tmpfs small || exit 99
                [ "$1" = backup ] || export USHER_STORAGE_PATH=small/usher.sqlite
                exec "$0" "$@"
                """
            let arguments = command.split(separator: " ").map(String.init)
            let flows = try OperatedProject.write(in: project.folder).path
            let result = try await Program.run(
                ["-rm", "sh", "-c", script, Program.path] + arguments, of: "/usr/bin/unshare",
                environment: Self.account.merging(["USHER_FLOWS_PATH": flows]) { $1 },
                in: project.folder)
            // Without permission to mount a small disk, this cannot be tested.
            if result.status == 99 || result.errors.hasPrefix("unshare:") { return }
            #expect(result.status == 75, "\(result)")
            #expect(result.errors.hasSuffix(error), "\(result)")
        }
    }

    @Test func `a name to which no address belongs is refused with its key`() async throws {
        let project = try TemporaryProject()
        var environment = Self.account
        environment["USHER_SERVER_HOST"] = "no such name"
        let result = try await Program.run(["serve"], environment: environment, in: project.url)
        result.expectEnd(with: 2)
        #expect(
            result.errors.hasSuffix(
                "usher: the name no such name cannot be resolved; set `server.host` to an address of this machine\n"),
            "\(result)")
    }

    @Test(arguments: ["actions", "services"])
    func `a file that a setting names and that is not there is refused with the setting`(_ key: String) async throws {
        let project = try TemporaryProject()
        var environment = Self.account
        environment["USHER_\(key.uppercased())_PATH"] = "/nowhere.yaml"
        let result = try await Program.run(["serve"], environment: environment, in: project.url)
        result.expectEnd(with: 2)
        #expect(
            result.errors.hasSuffix("usher: the file /nowhere.yaml, named by `\(key).path`, does not exist\n"),
            "\(result)")
    }

    @Test func `a flow whose name ends in yml is named, and the files of editors are passed over`() async throws {
        let project = try TemporaryProject()
        let flows = project.url.appending(path: "Flows")
        try Data("flow: gone\n".utf8).write(to: flows.appending(path: "gone.yml"))
        // Emacs locks a file by a link without a target.
        try FileManager.default.createSymbolicLink(
            atPath: flows.appending(path: ".#bot.yaml").path, withDestinationPath: "ana@desk.17")
        try Data("not a flow".utf8).write(to: flows.appending(path: "._bot.yaml"))
        let result = try await Program.run(["check"], in: project.url)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors == "usher: Flows/gone.yml is ignored; rename it to Flows/gone.yaml\n")
        #expect(result.output.hasSuffix(": all is well\n"), "\(result.output)")
    }

    @Test func `files that editors and file managers leave about are named, and never read as flows`() async throws {
        let project = try TemporaryProject()
        let flows = project.url.appending(path: "Flows")
        let names = [
            "bot copy.yaml", "bot (1).yaml", "bot.yaml.txt", "bot.yaml~", "bot.yaml.bak", "Bot.YAML", "notes.md",
        ]
        for name in names { try Data("not a flow".utf8).write(to: flows.appending(path: name)) }
        let result = try await Program.run(["check"], in: project.url)
        #expect(result.status == 0, "\(result)")
        #expect(
            result.errors == """
                usher: Flows/Bot.YAML is ignored; rename it to Flows/Bot.yaml
                usher: Flows/bot (1).yaml is ignored; it is a copy of another file
                usher: Flows/bot copy.yaml is ignored; it is a copy of another file
                usher: Flows/bot.yaml.bak is ignored; an editor has left it beside bot.yaml
                usher: Flows/bot.yaml.txt is ignored; rename it to Flows/bot.yaml
                usher: Flows/bot.yaml~ is ignored; an editor has left it beside bot.yaml

                """)
    }

    @Test func `all files that cannot be read are named at once`() async throws {
        let project = try TemporaryProject()
        let flows = project.url.appending(path: "Flows")
        for name in ["gone.yaml", "lost.yaml"] {
            try FileManager.default.createSymbolicLink(
                atPath: flows.appending(path: name).path, withDestinationPath: "nowhere")
        }
        let result = try await Program.run(["check"], in: project.url)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors == """
                usher: cannot read Flows/gone.yaml and Flows/lost.yaml; do they exist, and do you have permission to read \
                them?

                """)
    }

    @Test func `every wrong setting is told with its place`() async throws {
        let yaml = "server:\n  prot: 1\napple:\n  limits: loose\n"
        let (result, left) = try await Self.serve(["Config/usher.yaml": yaml], ["--port", "70000"], environment: [:])
        result.expectEnd(with: 2)
        #expect(
            result.errors == """
                usher: Config/usher.yaml:2: there is no setting `server.prot`; did you mean `server.port`?
                usher: command line: `server.port` is `70000`; expected a number from 0 to 65535
                usher: Config/usher.yaml:4: `apple.limits` is `loose`; expected `strict` or `documented`
                usher: `apple.msp_id` is missing: the Messaging Service Provider id that Apple shows; set \
                USHER_APPLE_MSP_ID or write it into Config/usher.yaml
                usher: `apple.secret` is missing: the shared secret that Apple shows, in base64; set \
                USHER_APPLE_SECRET or set `apple.secret_file` to a file that contains it
                usher: without Apple, set `web_chat.enabled: true` to serve the web chat alone
                usher: `usher help settings` explains the settings

                """)
        #expect(left == [])
    }

    @Test func `a file of settings that is named has to be there`() async throws {
        let (result, left) = try await Self.serve([:], ["--config", "other.yaml"])
        result.expectEnd(with: 2)
        #expect(left == [])
        #expect(result.errors == "usher: cannot read other.yaml; does it exist?\n")
    }

    @Test func `a folder without flows is told`() async throws {
        let (result, left) = try await Self.serve([:])
        result.expectEnd(with: 2)
        #expect(left == [])
        #expect(result.errors == "usher: there is no folder with flows at Flows; set `flows.path`\n")
    }

    @Test func `a broken flow is told with its line`() async throws {
        let shop = "steps:\n  welcome:\n    say: Hello!\n    then: nowhere\n"
        let (result, left) = try await Self.serve(Self.bot.merging(["Flows/shop.yaml": shop]) { $1 })
        result.expectEnd(with: 1)
        #expect(left == [])
        #expect(result.errors.contains("error[unknown-step]: the flow has no step called `nowhere`"))
        #expect(result.errors.contains("--> Flows/shop.yaml:4:11"))
        #expect(result.errors.contains("correct them and start again; `usher explain "))
    }
}
