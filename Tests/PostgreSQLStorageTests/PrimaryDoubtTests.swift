import SQLStorage
import Testing

/// When the server that takes writes may be a former primary, without a server.
@Suite struct PrimaryDoubtTests {
    private static let alone = [
        ServerRole("a", .primary(timeline: 1)), ServerRole("b", .unreachable(reason: "Connection refused")),
    ]

    @Test(arguments: [
        [ServerRole("a", .primary(timeline: 1)), ServerRole("b", .standby(waitsFor: "a"))],
        [ServerRole("a", .primary(timeline: 1)), ServerRole("b", .primary(timeline: 2))],
        [ServerRole("a", .standby(waitsFor: "")), ServerRole("b", .unreachable(reason: "no route"))], [],
    ])
    func `there is none while all servers can be asked, or none takes writes`(servers: [ServerRole]) {
        #expect(PrimaryDoubt(servers) == nil)
    }

    @Test func `it names the server that is used, its timeline, and those that cannot be asked`() throws {
        let doubt = try #require(PrimaryDoubt(Self.alone + [ServerRole("c", .unreachable(reason: "no route"))]))
        #expect(doubt.primary == "a" && doubt.timeline == 1 && doubt.missing == ["b", "c"])
        #expect(doubt.refusal.hasPrefix("nothing was changed: b and c cannot be reached, and no standby confirms"))
        #expect(doubt.refusal.hasSuffix(doubt.advice) && doubt.advice.contains("if the primary is b or c, start it"))
        #expect(doubt.advice.contains("if it is a, name standbys"))
        #expect(doubt.advice.contains("`storage.accept_loss: true`"))
        #expect(doubt.warning.hasPrefix("a (timeline 1) is read, b and c cannot be reached"))
    }

    @Test func `the newest of several primaries is the one that is used`() throws {
        let doubt = try #require(PrimaryDoubt(Self.alone + [ServerRole("c", .primary(timeline: 3))]))
        #expect(doubt.primary == "c" && doubt.timeline == 3 && doubt.missing == ["b"])
    }

    @Test func `a server whose commits a standby confirms is no former primary`() {
        var facts = ServerFacts(
            version: "15.18", versionNumber: 150_018, isDurable: true, survivesCrash: true, synchronousStandbys: "",
            hasTables: true, clockAhead: 0)
        #expect(!facts.isConfirmed)
        facts.synchronousStandbys = "b"
        facts.standbyWait = StandbyWait(names: "b", connected: 1, waiting: 0)
        #expect(facts.isConfirmed)
        facts.standbyWait = StandbyWait(names: "b", connected: 0, waiting: 0)
        #expect(!facts.isConfirmed)
    }
}
