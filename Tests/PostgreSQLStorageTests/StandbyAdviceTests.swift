import SQLStorage
import Testing

/// What operators can do about a standby that cannot be reached.
@Suite struct StandbyAdviceTests {
    @Test(arguments: [
        ("10.0.0.11", "host shop ana 10.0.0.11/32 scram-sha-256"),
        ("fd00::1", "host shop ana fd00::1/128 scram-sha-256"), ("[local]", "local shop ana scram-sha-256"),
    ])
    func `a standby that does not admit the user runs, and lacks a line`(client: String, line: String) throws {
        let reason =
            "connection to server at \"b\", port 5432 failed: FATAL:  no pg_hba.conf entry for host \"\(client)\", "
            + "user \"ana\", database \"shop\", no encryption"
        let findings = ServerRole.findings(in: [ServerRole("b", .unreachable(reason: reason))])
        let advice = try #require(findings.first).advice
        #expect(advice.hasPrefix("it runs: add `\(line)` to its own `pg_hba.conf`") && !advice.contains("start it"))
    }

    @Test func `a server that is not there is to be started, and one that refuses in another language lacks a line`() {
        let advice = { (reason: String) in
            ServerRole.findings(in: [ServerRole("b", .unreachable(reason: reason))]).first?.advice ?? ""
        }
        #expect(advice("Connection refused").hasPrefix("start it, let it listen"))
        let german = "FATAL:  kein pg_hba.conf-Eintrag für Host »10.0.0.11«, Benutzer »ana«, Datenbank »shop«"
        #expect(advice(german).hasPrefix("it runs: add `host usher usher 10.0.0.0/24 scram-sha-256`"))
    }
}
