import AppleSimulator
import Foundation
import JSON
import TestSupport
import Testing

/// Two businesses in one server of the real program.
@Suite struct SeveralBotsTests {
    private static func with(
        seed: UInt64, _ body: (SeveralBots, World) async throws -> Void
    ) async throws {
        try await World.with(seed: seed, project: PublishedShop()) { world in
            let bots = SeveralBots(world)
            try bots.write()
            try await bots.register()
            try await body(bots, world)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `each is reached by its business and its host, and by its own tokens alone`()
        async throws
    {
        try await Self.with(seed: 71) { bots, world in
            let server = try await bots.startServer()
            try await ShopCustomer(world.simulator).goes(tapping: "Red")
            let client = try ShopCustomer(world.simulator, of: SeveralBots.business)
            try await client.says("Hello", hears: "Cut or shave?")
            try await client.taps("Cut", hears: "Today or later?")
            try await ChatVisitor(at: bots.shop).says("Hello", hears: "Which colour?")
            try await ChatVisitor(at: bots.barber).says("Hello", hears: "Cut or shave?")
            try await expectOwnTokens(bots)
            try await expectOwnMetrics(bots)
            let ready = try await SeveralBots.send("GET", "\(bots.shop)/health/ready")
            #expect(ready.status == 200 && ready.json["status"] == "ready")
            #expect(ready.json["bots"]?.array?.map { $0["bot"] } == ["main", "barber"])
            server.stop()
            await server.expectEnd(with: 0)
            #expect(server.errors.text.contains("bot=barber"))
        }
    }

    private func expectOwnTokens(_ bots: SeveralBots) async throws {
        let path = "/admin/api/sessions"
        for (url, token, status) in [
            (bots.shop, World.operatorToken, 200), (bots.shop, SeveralBots.token, 401),
            (bots.barber, SeveralBots.token, 200), (bots.barber, World.operatorToken, 401),
        ] {
            #expect(try await bots.admin(path, token: token, at: url).status == status, "\(url) \(token)")
        }
        for (bot, token, status) in [
            ("barber", SeveralBots.token, 200), ("barber", World.operatorToken, 401),
            ("main", SeveralBots.token, 401), ("baker", World.operatorToken, 404),
        ] {
            #expect(
                try await bots.admin("\(path)?limit=5&bot=\(bot)", token: token).status == status, "\(bot) \(token)")
        }
        let shop = try await bots.admin(path, token: World.operatorToken).json["sessions"]?.array ?? []
        #expect(shop.count == 2 && shop.allSatisfy { $0["flow"] == "shop" }, "\(shop)")
        let barber = try await bots.admin(path, token: SeveralBots.token, at: bots.barber).json["sessions"]?.array ?? []
        #expect(barber.count == 2 && barber.allSatisfy { $0["flow"] == "chair" }, "\(barber)")
    }

    private func expectOwnMetrics(_ bots: SeveralBots) async throws {
        let all = try await bots.admin("/metrics", token: World.operatorToken)
        #expect(all.status == 200)
        for bot in ["main", "barber"] {
            #expect(
                SeveralBots.samples(of: bot, in: all.text).contains {
                    $0.hasPrefix("usher_webhooks_total") && $0.contains("outcome=\"accepted\"} 2")
                }, "\(bot): \(all.text)")
        }
        #expect(all.text.ranges(of: "# TYPE usher_webhooks_total").count == 1)
        #expect(all.text.ranges(of: "\nprocess_open_fds ").count == 1)
        #expect(try await bots.admin("/metrics", token: SeveralBots.token).status == 401)
        let own = try await bots.admin("/metrics?bot=barber", token: SeveralBots.token)
        #expect(own.text.contains("\nusher_webhooks_total{outcome=\"accepted\"} 2") && !own.text.contains("bot="))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a broken publish, an erased customer and a full quota of one leave the other's figures as they were`()
        async throws
    {
        try await Self.with(seed: 72) { bots, world in
            let server = try await bots.startServer()
            try await ShopCustomer(world.simulator).goes(tapping: "Red")
            let visitor = try await ChatVisitor(at: bots.shop)
            try await visitor.says("Hello", hears: "Which colour?")
            #expect(try await visitor.announces(1_500) == 201)
            let ben = try ShopCustomer(world.simulator, of: SeveralBots.business, id: "urn:mbid:ben-77")
            try await ben.says("Hello", hears: "Cut or shave?")
            let before = try await figures(of: bots, world)

            try SeveralBots.write("flow: chair\nstart: nowhere\n", "Flows/chair.yaml", in: bots.folder)
            let broken = try await bots.run("publish")
            #expect(broken.status == 1 && broken.errors.contains("nothing was published"), "\(broken)")
            try SeveralBots.write(
                SeveralBots.flow.replacing("Cut or shave?", with: "Shave or cut?"), "Flows/chair.yaml", in: bots.folder)
            let published = try await world.run("publish", "bots/barber", with: bots.settings)
            #expect(
                published.status == 0 && published.errors.contains("the server has activated it"),
                "a folder that is a bot has its own database: \(published)")
            let guest = try await ChatVisitor(at: bots.barber)
            try await guest.says("Hello", hears: "Shave or cut?")
            #expect(try await guest.announces(1_500) == 201)
            #expect(try await guest.announces(1_500) == 507)
            let erased = try await bots.run("sessions", "erase", "urn:mbid:ben-77", "--yes", "--receipt", "-")
            #expect(erased.status == 0 && erased.output.contains("\"sessions\": 1"), "\(erased)")
            try await bots.run("sessions", "show", "urn:mbid:ben-77").expectEnd(with: 3)

            #expect(try await figures(of: bots, world) == before)
            #expect(try await visitor.announces(1_500) == 201, "the quota is the barber's")
            let versions = try await world.run("versions", "--format", "json")
            #expect(try JSONValue(parsing: versions.output)["versions"]?.array?.count == 1, "\(versions)")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    /// What the shop has: sessions, history, audit log, statistics, content, metrics of events and sessions.
    private func figures(of bots: SeveralBots, _ world: World) async throws -> [String] {
        var figures: [String] = []
        for command in [
            ["sessions", "list", "--format", "json"], ["sessions", "history", "1"],
            ["flow", "stats", "--format", "json"],
        ] {
            let result = try await Program.run(
                command, environment: ["USHER_STORAGE_PATH": world.database, "USHER_FLOWS_PATH": world.flows.path],
                in: world.folder)
            #expect(result.status == 0, "\(result.errors)")
            figures.append(result.output)
        }
        let page = try await bots.admin("/metrics", token: World.operatorToken).text
        let counted = [
            "usher_events_total", "usher_webhooks_total", "usher_delivery_attempts_total", "usher_dead_letters",
        ]
        return figures
            + SeveralBots.samples(of: "main", in: page).filter { line in counted.contains { line.hasPrefix($0) } }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a bot joins a server with waiting customers and leaves it, and nothing of either is lost`() async throws {
        try await World.with(seed: 73, project: PublishedShop()) { world in
            let bots = SeveralBots(world)
            var server = try await world.startServer()
            let ana = try ShopCustomer(world.simulator)
            try await ana.goes(tapping: "Red")
            server.stop()
            await server.expectEnd(with: 0)

            try bots.write()
            try await bots.register()
            server = try await bots.startServer()
            let ben = try ShopCustomer(world.simulator, of: SeveralBots.business)
            try await ben.says("Hello", hears: "Cut or shave?")
            try await ana.taps("Small", hears: "As a present?")
            server.stop()
            await server.expectEnd(with: 0)

            let away = world.folder.appending(path: "bots/.barber")
            try FileManager.default.moveItem(at: bots.folder, to: away)
            server = try await bots.startServer()
            try await ana.taps("No thanks", hears: "Old words: Red, Small.")
            #expect(try await SeveralBots.send("GET", "\(bots.barber)/chat").status == 200, "one bot has every host")
            server.stop()
            await server.expectEnd(with: 0)

            try FileManager.default.moveItem(at: away, to: bots.folder)
            server = try await bots.startServer()
            try await ben.taps("Cut", hears: "Today or later?")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a bot whose database is lost stops, and the others continue`() async throws {
        try await Self.with(seed: 74) { bots, world in
            let server = try await bots.startServer()
            let ana = try ShopCustomer(world.simulator)
            try await ana.goes()
            for file in ["usher.sqlite", "usher.sqlite-wal", "usher.sqlite-shm"] {
                try? FileManager.default.removeItem(at: bots.folder.appending(path: "data/\(file)"))
            }
            #expect(await server.errors.wait(for: "bot stopped, the other bots continue"))
            let ready = try await SeveralBots.send("GET", "\(bots.shop)/health/ready")
            #expect(ready.status == 200 && ready.json["status"] == "partly ready", "\(ready)")
            #expect(try await SeveralBots.send("GET", "\(bots.shop)/health/ready?bot=barber").status == 503)
            #expect(try await SeveralBots.send("GET", "\(bots.shop)/health/ready?bot=main").status == 200)
            let lost = try await SeveralBots.send("GET", "\(bots.barber)/chat")
            #expect(lost.status == 503 && lost.reason.contains("`barber` has stopped"), "\(lost)")
            try await ana.taps("Red", hears: "Which size?")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"), .timeLimit(.minutes(5)))
    func `bots on one PostgreSQL database have schemas of their own`() async throws {
        let database = try await TestDatabase()
        try await Self.with(seed: 75) { bots, world in
            let shared = ["USHER_STORAGE_URL": database.url]
            let server = try await world.startServer(with: bots.settings.merging(shared) { $1 })
            try await ShopCustomer(world.simulator).goes()
            let ben = try ShopCustomer(world.simulator, of: SeveralBots.business, id: "urn:mbid:ben-78")
            try await ben.says("Hello", hears: "Cut or shave?")
            for schema in ["public", "bot_barber"] {
                #expect(try await database.rows("SELECT count(*) FROM \(schema).sessions") == ["1"], "\(schema)")
            }
            let list = try await bots.run("sessions", "list", with: shared)
            #expect(list.status == 0 && list.output.contains("chair/service"), "\(list)")
            let erased = try await bots.run("sessions", "erase", "urn:mbid:ben-78", "--yes", with: shared)
            #expect(erased.status == 0, "\(erased)")
            #expect(try await database.rows("SELECT count(*) FROM bot_barber.sessions") == ["0"])
            #expect(try await database.rows("SELECT count(*) FROM public.sessions") == ["1"])
            server.stop()
            await server.expectEnd(with: 0)
        }
        try await database.remove()
    }
}
