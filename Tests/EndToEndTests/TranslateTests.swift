import Foundation
import Testing

/// `usher translate`, `usher test --update` and `--coverage`, and `usher fmt -`, as authors run them.
@Suite struct TranslateTests {
    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        languages: [en, de]
        start: shop
        anywhere:
          agent, help, support: shop/desk
        people:
          desk:
        if_silent: never
        if_other: shop/desk
        if_failed: shop/desk

        """

    private static let shop = """
        flow: shop
        start: hello
        steps:
          hello:
            ask: Hi! How can we help with your bike?
            answers: [Book a repair, Talk]
            then: desk
          desk:
            say: One moment.
            hand_over: desk

        """

    private func withProject(_ files: [String: String] = [:], _ work: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        let all = ["Flows/bot.yaml": Self.bot, "Flows/shop.yaml": Self.shop].merging(files) { $1 }
        for (name, text) in all {
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

    @Test func `texts go out as CSV and come back as a translation`() async throws {
        try await withProject { folder in
            let exported = try await Program.run(["translate", "export"], in: folder)
            #expect(exported.status == 0, "\(exported.errors)")
            #expect(
                exported.output.hasPrefix(
                    """
                    name,source,fingerprint,text
                    anywhere.shop/desk,"agent, help, support",c1b55f,
                    hello.ask,Hi! How can we help with your bike?,d2b34a,
                    hello.answers.Book a repair,Book a repair,c42fea,

                    """))
            let german = exported.output.replacing("d2b34a,", with: "d2b34a,Hallo! Was braucht dein Rad?")
                .replacing("c42fea,", with: "c42fea,Reparatur buchen")
            let imported = try await Program.run(
                ["translate", "import", "-", "--language", "de"], input: german, in: folder)
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(imported.output == "Flows/shop.de.yaml\n")
            #expect(
                try text("Flows/shop.de.yaml", folder) == """
                    translation: shop
                    language: de
                    texts:
                      # Hi! How can we help with your bike?
                      hello.ask:
                        of: d2b34a
                        text: Hallo! Was braucht dein Rad?
                      # Book a repair
                      hello.answers.Book a repair:
                        of: c42fea
                        text: Reparatur buchen

                    """)
            #expect(try text("Flows/shop.yaml", folder) == Self.shop, "a flow is never changed")
            let laidOut = try await Program.run(["fmt", "--check"], in: folder)
            #expect(laidOut.status == 0, "\(laidOut.output)")
            let status = try await Program.run(["translate", "status"], in: folder)
            status.expectEnd(with: 0)
            #expect(status.output.contains("  shop: 2 of 4 translated\n    missing  hello.answers.Talk  "))
            let json = try await Program.run(["translate", "status", "--format", "json"], in: folder)
            #expect(json.output.contains("\"translated\": 2"))
            let po = try await Program.run(["translate", "export", "--format", "po", "--language", "de"], in: folder)
            #expect(po.output.contains("msgctxt \"hello.ask\"\n"))
        }
    }

    @Test func `a row that cannot be taken is told with its place`() async throws {
        try await withProject(["german.csv": "name,source,fingerprint,text\nhello.aks,Hi,,Hallo\n"]) { folder in
            let result = try await Program.run(["translate", "import", "german.csv"], in: folder)
            result.expectEnd(with: 1)
            #expect(
                result.errors.contains("error[translation-unknown]: no text is called `hello.aks`\n --> german.csv:2:1")
            )
            let wrong = try await Program.run(["translate", "export", "--language", "fr"], in: folder)
            wrong.expectEnd(with: 2)
            #expect(wrong.errors == "usher: the bot does not speak `fr`; beside `en` it has `de`\n")
        }
    }

    @Test func `fmt - reads a file from standard input and writes it laid out`() async throws {
        try await withProject { folder in
            let result = try await Program.run(
                ["fmt", "-"], input: "flow: a\nstart: b\nsteps:\n    b:\n        say:   Hi: you\n        then: end\n",
                in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "flow: a\nstart: b\nsteps:\n  b:\n    say: \"Hi: you\"\n    then: end\n")
            let broken = try await Program.run(["fmt", "-"], input: "flow: \"a\n", in: folder)
            broken.expectEnd(with: 1)
            #expect(broken.output.isEmpty && broken.errors.contains("unclosed-quote"))
            let check = try await Program.run(["fmt", "-", "--check"], input: "flow:   a\n", in: folder)
            check.expectEnd(with: 1)
            #expect(check.output.isEmpty)
            let config = try await Program.run(["fmt", "-"], input: "server:\n   port: 8080\n", in: folder)
            #expect(config.output == "server:\n  port: 8080\n")
        }
    }

    @Test func `test --update rewrites what was said, and --coverage tells what was not tried`() async throws {
        let transcript = "# talking\ntest: talk\nbot: Hello!\ntap: Talk\nexpect: handed over to desk\n"
        try await withProject(["Flows/shop.transcript": transcript]) { folder in
            let before = try await Program.run(["test"], in: folder)
            before.expectEnd(with: 1)
            let updated = try await Program.run(["test", "--update"], in: folder)
            #expect(updated.status == 0, "\(updated.output)")
            #expect(
                updated.errors.contains(
                    "Flows/shop.transcript:3: \"Hello!\" – now \"Hi! How can we help with your bike?\""))
            #expect(
                try text("Flows/shop.transcript", folder)
                    == transcript.replacing("bot: Hello!", with: "bot: Hi! How can we help with your bike?"))
            let covered = try await Program.run(["test", "--coverage"], in: folder)
            covered.expectEnd(with: 0)
            #expect(covered.output.contains("1 passed, 0 failed\nshop: 2 of 2 steps\n"))
        }
    }
}
