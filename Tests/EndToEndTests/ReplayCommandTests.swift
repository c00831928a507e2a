import Foundation
import JSON
import Testing

/// `usher replay`, as it is typed.
@Suite struct ReplayCommandTests {
    private static let edited = (OperatedProject.flows["main"] ?? "").replacing(
        "[Red, Blue]", with: "[Red, Blue, Green]")

    @Test func `a class is shown with its example`() async throws {
        let project = try OperatedProject()
        try await project.talk("green")
        try OperatedProject.write(main: Self.edited, in: project.folder)
        let shown = try await project.run("replay")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(
            shown.output == """
                1 conversation: 0 go the same way, 1 differ (1 unknown)

                1 at main/first, the customer writes
                    was the same step again, is the end
                    1 unknown
                    test: session 1
                    # 2026-03-02T09:00:00Z
                    you: hello
                    bot: Which?
                    # buttons: Red, Blue
                    # 2026-03-02T09:00:00Z
                    you: green
                    # was: bot: Sorry?
                    # was: bot: Which?
                    # was: # buttons: Red, Blue

                the earliest event is of 2026-03-02T09:00:00Z

                """)
        let limited = try await project.run("replay", "--limit", "5")
        #expect(limited.status == 0 && !limited.output.contains("earliest event"), "\(limited)")
        let json = try await project.run("replay", "--since", "2026-03-01", "--limit", "5", "--format", "json")
        let report = try JSONValue(parsing: json.output)
        #expect(report["same"] == 0 && report["different"] == 1 && report["since"] == "2026-03-01T00:00:00Z")
        #expect(report["kept_since"] == "2026-03-02T09:00:00Z")
        let group = report["classes"]?[0]
        #expect(group?["step"] == "first" && group?["was"] == "the same step again" && group?["is"] == "the end")
        #expect(group?["count"] == 1 && group?["transcript"]?.string?.hasPrefix("test: session 1\n") == true)
        let entries = try await project.run("audit")
        #expect(entries.output.contains("flows.replay"), "\(entries)")
    }

    @Test func `what cannot be played is reported`() async throws {
        let project = try OperatedProject()
        try OperatedProject.write(in: project.folder)
        let none = try await project.run("replay")
        #expect(none.status == 2 && none.errors.contains("there is no database at"), "\(none)")
        try await project.talk("Red")
        let wrong = try await project.run("replay", "--since", "soon")
        #expect(wrong.status == 2 && wrong.errors.contains("a duration such as `2 days`"), "\(wrong)")
        let flow = try await project.run("replay", "--flow", "orders")
        #expect(flow.status == 3 && flow.errors.contains("the flows are main, people"), "\(flow)")
        let late = try await project.run("replay", "--since", "1 hour")
        #expect(
            late.output == "no conversation fits; the latest one that is kept was active at 2026-03-02T09:00:00Z\n")
        let same = try await project.run("replay", "--since", "2026-03-02T09:00:00Z")
        #expect(same.output == "1 conversation: all go the same way\n", "\(same)")
        try OperatedProject.write(main: "flow: main", in: project.folder)
        let broken = try await project.run("replay")
        #expect(broken.status == 1 && broken.errors.contains("nothing was played: the flows have"), "\(broken)")
    }

    @Test(arguments: [
        ("0", "`--limit` must be at least 1."), ("-1", "`--limit` must be at least 1."), ("many", "'many' is invalid"),
        ("1.5", "'1.5' is invalid"), ("9223372036854775808", "'9223372036854775808' is invalid"),
    ]) func `a limit that is no number of conversations is refused, and nothing is played`(
        _ limit: String, _ reason: String
    ) async throws {
        let project = try OperatedProject()
        try OperatedProject.write(in: project.folder)
        try await project.talk("Red")
        let refused = try await project.run("replay", "--limit=\(limit)")
        #expect(refused.status == 2 && refused.errors.contains(reason), "\(refused)")
        #expect(refused.output.isEmpty)
        let audit = try await project.run("audit")
        #expect(!audit.output.contains("flows.replay"), "\(audit)")
    }

    @Test(arguments: [1, Int.max])
    func `the least and the largest limit play what there is`(_ limit: Int) async throws {
        let project = try OperatedProject()
        try OperatedProject.write(in: project.folder)
        try await project.talk("Red")
        let shown = try await project.run("replay", "--limit", "\(limit)")
        #expect(shown.status == 0 && shown.output == "1 conversation: all go the same way\n", "\(shown)")
    }

    @Test(.timeLimit(.minutes(10))) func `conversations are played beside a running server`() async throws {
        try await World.with(seed: 5, project: PublishedShop()) { world in
            let server = try await world.startServer()
            try await ShopCustomer(world.simulator).goes(tapping: "Red")
            let waiting = try ShopCustomer(world.simulator)
            try await waiting.goes(tapping: "Red", "Small")
            try PublishedShop.write(PublishedShop.edited, "shop.yaml", in: world.flows)
            let shown = try await world.run("replay", "--format", "json")
            #expect(shown.status == 0, "\(shown.errors)")
            let report = try JSONValue(parsing: shown.output)
            #expect(report["same"] == 1 && report["different"] == 1, "\(shown.output)")
            let group = report["classes"]?[0]
            #expect(
                group?["did"] == "tap: Small" && group?["was"] == "shop/wrap" && group?["is"] == "shop/done, the end")
            try await waiting.taps("No thanks", hears: "Old words: Red, Small.")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }
}
