import Foundation
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

    /// The advice about a server that cannot be reached beside a primary.
    private static func advice(_ reason: String, timeline: Int64? = 1) throws -> String {
        let servers = [ServerRole("a", .primary(timeline: timeline)), ServerRole("b", .unreachable(reason: reason))]
        return try #require(ServerRole.findings(in: servers).first).advice
    }

    @Test func `a server that is not there is to be started, and one that refuses in another language lacks a line`()
        throws
    {
        #expect(try Self.advice("Connection refused").hasPrefix("start it, let it listen"))
        let german = "FATAL:  kein pg_hba.conf-Eintrag für Host »10.0.0.11«, Benutzer »ana«, Datenbank »shop«"
        #expect(try Self.advice(german).hasPrefix("it runs: add `host usher usher 10.0.0.0/24 scram-sha-256`"))
    }

    @Test(arguments: [
        (#"FATAL:  password authentication failed for user "usher""#, "correct the user or the password in"),
        ("fe_sendauth: no password supplied", "correct the user or the password in `storage.url`"),
        (#"FATAL:  role "ushr" does not exist"#, "create the user on the primary with `createuser`"),
        (#"FATAL:  database "usher" does not exist"#, "if the database was dropped, stop the Usher servers"),
        (
            "FATAL:  remaining connection slots are reserved for non-replication superuser connections",
            "raise its `max_connections`"
        ),
        (
            "FATAL:  sorry, too many clients already",
            "raise its `max_connections` (each Usher server uses about thirteen"
        ),
        (#"FATAL:  too many connections for role "usher""#, "raise its `max_connections`"),
    ])
    func `a server that runs and refuses the connection is neither started nor kept stopped`(
        reason: String, advice: String
    ) throws {
        for timeline in [Int64(1), 2] {
            let found = try Self.advice("connection to server at \"b\" failed: \(reason)", timeline: timeline)
            #expect(found.hasPrefix("it runs: \(advice)"), "\(found)")
            #expect(!found.contains("start it, let it listen") && !found.contains("keep it stopped"), "\(found)")
        }
    }

    @Test func `a line that rejects the user counts before one below it`() throws {
        let reason = "FATAL:  pg_hba.conf rejects connection for host \"10.0.0.11\", user \"ana\", database \"shop\""
        let advice = try Self.advice(reason)
        #expect(advice.hasPrefix("it runs: add `host shop ana 10.0.0.11/32 scram-sha-256` to its own `pg_hba.conf`"))
        #expect(advice.contains("above any line that rejects the user, since the first line that matches decides"))
    }

    @Test(arguments: [Int64(2), nil])
    func `after a failover a server that is not there may be the former primary, and is not simply started`(
        timeline: Int64?
    ) throws {
        let advice = try Self.advice("Connection refused", timeline: timeline)
        #expect(advice.hasPrefix("if it was the primary before a failover, keep it stopped and its disk as it is"))
        #expect(advice.contains("read them from a copy of it first") && advice.contains(". Otherwise start it, let it"))
    }

    @Test func `a second primary is examined before it is rebuilt`() throws {
        let servers = [ServerRole("a", .primary(timeline: 1)), ServerRole("b", .primary(timeline: 2))]
        let advice = try #require(ServerRole.findings(in: servers).first).advice
        #expect(advice.hasPrefix("stop a, whose writes the other one lacks, and keep its disk as it is: where servers"))
        let parts = ["from a copy of it first", "then make it a standby with `pg_rewind`"].map { advice.range(of: $0) }
        let (copy, rebuilding) = (try #require(parts[0]), try #require(parts[1]))
        #expect(copy.upperBound < rebuilding.lowerBound)
    }
}
