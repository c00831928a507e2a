import Foundation
import JSON
import Testing

/// Flows are published from the terminal while a server runs, with waiting customers.
@Suite struct PublishTests {
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: World.terminal)), .timeLimit(.minutes(10)))
    func `on a terminal a dry run has its colours`() async throws {
        try await World.with(seed: 4, project: PublishedShop()) { world in
            let server = try await world.startServer()
            try await ShopCustomer(world.simulator).goes()
            let shown = try await world.runOnTerminal("publish --dry-run")
            #expect(shown.status == 0, "\(shown)")
            #expect(shown.output.contains("\u{1B}[32m  1  keep their place\u{1B}[0m"), "\(shown.output)")
            #expect(!shown.output.contains("\\u001b"), "\(shown.output)")
            server.stop()
            _ = await server.status()
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `everybody who waits finds their way in the published flows, also after a restart and back again`()
        async throws
    {
        try await World.with(seed: 3, project: PublishedShop()) { world in
            var server = try await world.startServer()
            let waiting = try (0..<3).map { _ in try ShopCustomer(world.simulator) }
            try await waiting[0].goes()
            try await waiting[1].goes(tapping: "Red")
            try await waiting[2].goes(tapping: "Red", "Small")
            let old = try #require(try await versions(world).first?["version"]?.string)

            try PublishedShop.write(PublishedShop.edited, "shop.yaml", in: world.flows)
            let rehearsal = try await world.run("publish", "--dry-run", "--format", "json")
            #expect(rehearsal.status == 0, "\(rehearsal.errors)")
            let report = try JSONValue(parsing: rehearsal.output)
            #expect(report["in_place_of"] == .string(old))
            let fates = report["dry_run"]?["fates"]
            // The conversation of a customer who waits for a size ends differently than before.
            #expect(
                fates == [
                    "stuck": 0, "forgotten": 0, "asked_again": 1, "changed": 1, "moved": 1, "keeps": 0,
                ], "\(rehearsal.output)")
            #expect(try await versions(world).count == 1, "a dry run publishes nothing")
            let text = try await world.run("publish", "--dry-run", "--all")
            #expect(text.output.contains("1 at shop/colour go to shop/shade"), "\(text.output)")
            #expect(text.output.contains("“As a present?”  [Yes please] [No thanks]"), "\(text.output)")
            let above = text.output.split(separator: "Dry run of ", maxSplits: 1).first
            // `publish` compares for a few seconds, which are too short on a busy machine; `diff` below compares everything.
            if above?.contains("Not everything was compared: usher diff takes longer.") != true {
                #expect(above?.contains("Customers no longer reach *wrap*.") ?? false, "\(text.output)")
                #expect(above?.contains("*colour* is now called *shade*.") ?? false, "\(text.output)")
            }
            // Nothing was published yet, but the running flows are a version.
            let difference = try await world.run("diff", "--seconds", "600", "--format", "json")
            let kinds = try JSONValue(parsing: difference.output)["sentences"]?.array?.map { $0["kind"] }
            #expect(kinds == ["step_lost", "says", "step_renamed"], "\(difference)")
            let named = try await world.run("diff", String(old.prefix(6)), "--seconds", "600", "--format", "json")
            #expect(named.status == 0 && named.output == difference.output, "\(named)")
            try await world.run("diff", "0000").expectEnd(with: 3)

            let published = try await world.run("publish", "--note", "Winter", "--by", "ana")
            #expect(
                published.status == 0 && published.errors.contains("the server has activated it"), "\(published.errors)"
            )
            try await waiting[0].taps("Red", hears: "Which size?")
            #expect(
                try await waiting[2].taps("No thanks", hears: "Which colour?") == [
                    "That question is no longer open.", "Which colour?",
                ])
            server.kill()
            _ = await server.status()
            try PublishedShop.write("flow: nothing at all\n", "shop.yaml", in: world.flows)
            server = try await world.startServer()
            #expect(server.errors.text.contains("published flows active"))
            #expect(server.errors.text.contains("flows of the folder differ"))
            try await waiting[0].taps("Large", hears: "New words: Red, Large.")
            try await waiting[1].taps("Small", hears: "New words: Red, Small.")

            let undone = try await world.run("publish", "--version", old, "--dry-run")
            #expect(undone.status == 0 && undone.output.contains("1 at shop/shade are asked again"), "\(undone.output)")
            let back = try await world.run("publish", "--version", String(old.prefix(6)))
            #expect(back.status == 0 && back.errors.contains("the server has activated it"), "\(back.errors)")
            // The old flows have no `shade`.
            try await waiting[2].taps("Blue", hears: "Which colour?")
            try await waiting[2].taps("Blue", hears: "Which size?")
            try await waiting[2].taps("Large", hears: "As a present?")
            try await waiting[2].taps("No thanks", hears: "Old words: Blue, Large.")
            let list = try await versions(world)
            #expect(list.map { $0["current"] } == [true, false] && list[0]["version"] == .string(old))
            #expect(list[1]["note"] == "Winter" && list[1]["author"] == "ana")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `what is refused changes nothing`() async throws {
        try await World.with(seed: 4, project: PublishedShop()) { world in
            let server = try await world.startServer()
            let ana = try ShopCustomer(world.simulator)
            try await ana.goes(tapping: "Red")
            let before = try await world.run("versions").output

            try PublishedShop.write(
                PublishedShop.flow.replacing("then: wrap", with: "then: warp"), "shop.yaml", in: world.flows)
            for arguments in [["publish"], ["publish", "--dry-run"]] {
                let program = try await world.start(arguments)
                await program.expectEnd(with: 1)
                #expect(await program.errors.whole().contains("error[unknown-step]"))
            }
            let long = (1...110).map { "  s\($0):\n    say: \($0)\n    then: \($0 == 110 ? "done" : "s\($0 + 1)")\n" }
            try PublishedShop.write(
                PublishedShop.flow.replacing("then: wrap", with: "then: s1")
                    .replacing(
                        "  wrap:\n    ask: As a present?\n    answers: [Yes please, No thanks]\n    then: done\n",
                        with: long.joined()),
                "shop.yaml", in: world.flows)
            let stuck = try await world.run("publish", "--dry-run")
            #expect(stuck.status == 1 && stuck.errors.contains("1 would be stuck"), "\(stuck.output)\(stuck.errors)")

            try PublishedShop.write(PublishedShop.edited, "shop.yaml", in: world.flows)
            try FileManager.default.createDirectory(
                at: world.folder.appending(path: "Config"), withIntermediateDirectories: true)
            try Self.secretAction.write(
                to: world.folder.appending(path: "Config/actions.yaml"), atomically: true, encoding: .utf8)
            let lacking = try await world.run("publish")
            #expect(lacking.status == 2 && lacking.errors.contains("needs a secret"), "\(lacking.errors)")
            let unknown = try await world.run("publish", "--version", "0000")
            unknown.expectEnd(with: 3)
            #expect(unknown.errors.contains("there is no version `0000`"))
            try await world.run("publish", "--all").expectEnd(with: 2)

            #expect(try await world.run("versions").output == before)
            try await ana.taps("Small", hears: "As a present?")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `whenever publishing is killed, the version before answers or the whole new one`() async throws {
        try await World.with(seed: 5, project: PublishedShop()) { world in
            try await world.run("publish").expectEnd(with: 0)
            var known = Set(try await versions(world).compactMap { $0["version"]?.string })
            for number in 0..<12 {
                try PublishedShop.write(
                    PublishedShop.flow.replacing("Old words", with: "Words \(number)"), "shop.yaml", in: world.flows)
                let program = try await world.start(["publish"])
                for _ in 0..<(number * number * 400) { await Task.yield() }
                program.kill()
                _ = await program.status()
                let list = try await versions(world)
                let current = try #require(list.first { $0["current"] == true }?["version"]?.string)
                let shown = try await world.run("versions", "show", current)
                shown.expectEnd(with: 0)
                #expect(shown.output.contains("Flows/shop.yaml"))
                #expect(shown.output.contains("Flows/images/dot.png"))
                known.insert(current)
            }
            try await world.run("publish").expectEnd(with: 0)
            let server = try await world.startServer()
            let ana = try ShopCustomer(world.simulator)
            try await ana.goes(tapping: "Red", "Small")
            try await ana.taps("No thanks", hears: "Words 11: Red, Small.")
            let list = try await world.run("versions", "export", try #require(known.sorted().first), "exported")
            list.expectEnd(with: 0)
            let picture = world.folder.appending(path: "exported/Flows/images/dot.png")
            #expect(try Data(contentsOf: picture) == Data(contentsOf: world.flows.appending(path: "images/dot.png")))
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    private func versions(_ world: World) async throws -> [JSONValue] {
        let result = try await world.run("versions", "--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        return try JSONValue(parsing: result.output)["versions"]?.array ?? []
    }

    private static let secretAction = """
        hosts: [api.shop.example]
        actions:
          book:
            post: https://api.shop.example/book
            headers:
              Authorization: Bearer {secret.shop}
            examples:
              booked:

        """
}
