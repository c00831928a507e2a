import Foundation
import Testing

/// `usher fmt` and `usher map` as authors run them.
@Suite struct LayoutAndMapTests {
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
                ask: "Which?"
                answers:
                - Yes
                - No
                then: desk  # to people
            desk:
                say: Note: one moment
                hand_over: desk

        """

    private static let shopLaidOut = """
        flow: shop
        start: hello
        steps:
          hello:
            ask: "Which?"
            answers:
              - "Yes"
              - "No"
            then: desk  # to people
          desk:
            say: "Note: one moment"
            hand_over: desk

        """

    private func withProject(_ files: [String: String], _ work: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        try await work(folder)
    }

    private func text(_ file: String, _ folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    @Test func `fmt lays out what needs it, names it, and keeps who may read the file`() async throws {
        try await withProject(["Flows/bot.yaml": Self.bot, "Flows/shop.yaml": Self.shop]) { folder in
            let file = folder.appending(path: "Flows/shop.yaml").path
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)

            let check = try await Program.run(["fmt", "--check"], in: folder)
            check.expectEnd(with: 1)
            #expect(check.output == "Flows/shop.yaml\n")
            #expect(try text("Flows/shop.yaml", folder) == Self.shop)

            let first = try await Program.run(["fmt"], in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.output == "Flows/shop.yaml\n")
            #expect(try text("Flows/shop.yaml", folder) == Self.shopLaidOut)
            #expect(try text("Flows/bot.yaml", folder) == Self.bot)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o640)

            let again = try await Program.run(["fmt", "--check"], in: folder)
            again.expectEnd(with: 0)
            #expect(again.output == "")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Flows").path)
            #expect(left.sorted() == ["bot.yaml", "shop.yaml"])
        }
    }

    @Test func `fmt leaves a file alone that cannot be read, and says why`() async throws {
        let broken = "flow: shop\n  start: \"hello\n"
        let files = [
            "Flows/bot.yaml": Self.bot, "Flows/shop.yaml": broken, "Flows/shop.de.yaml": "translation:   shop\n",
            "Flows/shop.transcript": "test:   one\n",
            "Config/usher.yaml": "server:\n    port: 8080\n",
        ]
        try await withProject(files) { folder in
            let result = try await Program.run(["fmt"], in: folder)
            result.expectEnd(with: 1)
            #expect(result.output == "Flows/shop.de.yaml\nConfig/usher.yaml\n")
            #expect(result.errors.contains("error[bad-indent]"))
            #expect(try text("Flows/shop.yaml", folder) == broken)
            #expect(try text("Flows/shop.de.yaml", folder) == "translation: shop\n")
            #expect(try text("Config/usher.yaml", folder) == "server:\n  port: 8080\n")

            let one = try await Program.run(["fmt", "Flows/bot.yaml"], in: folder)
            one.expectEnd(with: 0)
            #expect(one.errors == "")
            let other = try await Program.run(["fmt", "Flows/shop.transcript"], in: folder)
            #expect(other.errors.contains("Flows/shop.transcript is not changed"))
            let nothing = try await Program.run(["fmt", "Flows/none.yaml"], in: folder)
            nothing.expectEnd(with: 2)
        }
    }

    @Test func `the sample flows are laid out`() async throws {
        let result = try await Program.run(["fmt", "--check"])
        result.expectEnd(with: 0)
        #expect(result.output == "")
    }

    @Test func `map draws a flow by its name or its file`() async throws {
        try await withProject(["Flows/bot.yaml": Self.bot, "Flows/shop.yaml": Self.shop]) { folder in
            let svg = try await Program.run(["map", "shop"], in: folder)
            #expect(svg.status == 0, "\(svg.errors)")
            #expect(svg.output.hasPrefix("<svg "))
            let file = try await Program.run(
                ["map", "Flows/shop.yaml", "--format", "dot", "--output", "shop.dot"], in: folder)
            file.expectEnd(with: 0)
            #expect(file.output == "")
            #expect(try text("shop.dot", folder).hasPrefix("digraph \"shop\" {\n"))
            let mermaid = try await Program.run(["map", "shop", "--format", "mermaid", "--exits"], in: folder)
            #expect(mermaid.output.contains("flowchart LR\n"))
            #expect(mermaid.output.contains("anything else"))

            let unknown = try await Program.run(["map", "shpo"], in: folder)
            unknown.expectEnd(with: 2)
            #expect(unknown.errors.contains("there is no flow `shpo`; the flows are `shop`"))
        }
    }

    @Test func `map wants flows without errors`() async throws {
        let broken = Self.shop.replacing("then: desk", with: "then: dsek")
        try await withProject(["Flows/bot.yaml": Self.bot, "Flows/shop.yaml": broken]) { folder in
            let result = try await Program.run(["map", "shop"], in: folder)
            result.expectEnd(with: 1)
            #expect(result.errors.contains("error[unknown-step]"))
        }
    }

    @Test(arguments: [["fmt", "--bogus"], ["map"], ["map", "barber", "--format", "png"], ["nonsense"]])
    func `wrong use ends with 2 and says what would be right`(arguments: [String]) async throws {
        let result = try await Program.run(arguments)
        result.expectEnd(with: 2)
        #expect(result.errors.contains("Usage: usher"), "\(result.errors)")
        let help = try await Program.run(arguments.prefix(1) + ["--help"])
        #expect(arguments == ["nonsense"] || (help.status == 0 && help.output.contains("Examples:")))
    }
}
