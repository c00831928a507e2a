/// What one of the PostgreSQL servers in an address is at present.
package struct ServerRole: Sendable, Hashable {
    package enum Role: Sendable, Hashable {
        /// It takes writes, on this timeline of its write-ahead log; each promotion of a standby begins a new one.
        case primary(timeline: Int64?)
        /// It follows the primary.
        ///
        /// - waitsFor: its own `synchronous_standby_names`, which count after its promotion.
        case standby(waitsFor: String)
        case unreachable(reason: String)
    }

    /// Its host, such as `db-1.example`.
    package var host: String
    package var role: Role

    package init(_ host: String, _ role: Role) {
        self.host = host
        self.role = role
    }
}

extension ServerRole {
    /// What an operator should know about some servers.
    package struct Finding: Sendable, Hashable {
        /// Whether acknowledged messages could be lost already.
        package var isBad: Bool
        package var text: String
        package var advice: String
    }

    /// What is wrong with the servers of an address, of which one is the primary and the others are standbys.
    package static func findings(in servers: [ServerRole]) -> [Finding] {
        let primaries = servers.compactMap { server -> (host: String, timeline: Int64)? in
            if case .primary(let timeline) = server.role { (server.host, timeline ?? 0) } else { nil }
        }
        let newest = primaries.max { $0.timeline < $1.timeline }
        let former = primaries.filter { $0.host != newest?.host }.map { primary in
            Finding(
                isBad: true,
                text:
                    "\(primary.host) takes writes on timeline \(primary.timeline), and so does \(newest?.host ?? "") on \(newest?.timeline ?? 0)",
                advice:
                    "stop \(primary.host), whose writes the other one lacks, and keep its disk as it is: \(rebuilding)"
            )
        }
        // Where no standby has been promoted yet, none of the servers is a former primary.
        let mayBeFormer = newest?.timeline != 1
        return former + servers.compactMap { $0.warning(mayBeFormer: mayBeFormer) }
    }

    /// What follows for a former primary, whose disk may have what the new one lacks.
    private static let rebuilding =
        "where servers report lost messages, read them from a copy of it first (Docs/Scaling.md, After a failover); then make it a standby with `pg_rewind` or `pg_basebackup -R`"

    private func warning(mayBeFormer: Bool) -> Finding? {
        switch role {
        case .primary: nil
        case .standby(let names) where names.isEmpty:
            Finding(
                isBad: false, text: "the standby \(host) would wait for no other one after its promotion",
                advice: "set `synchronous_standby_names` there as well")
        case .standby: nil
        case .unreachable(let reason):
            Finding(
                isBad: false, text: "\(host) cannot be reached: \(reason)",
                advice: advice(on: reason, mayBeFormer: mayBeFormer))
        }
    }

    /// What to do about a server that cannot be reached. One that refuses the connection runs; one that was the primary
    /// must not be started as it is.
    private func advice(on reason: String, mayBeFormer: Bool) -> String {
        if reason.contains("pg_hba.conf") {
            return "it runs: add `\(Self.entry(for: reason))` to its own `pg_hba.conf`, above any line that rejects "
                + "the user, since the first line that matches decides, and let it read that "
                + "(`sudo systemctl reload postgresql`); \(Self.untilThen)"
        }
        if let advice = Self.advice(onRefusal: reason) { return "it runs: \(advice); \(Self.untilThen)" }
        let start =
            "start it, let it listen at this address (`listen_addresses`), or remove it from `storage.url`; "
            + Self.untilThen
        guard mayBeFormer else { return start }
        return "if it was the primary before a failover, keep it stopped and its disk as it is: \(Self.rebuilding). "
            + "Otherwise \(start)"
    }

    private static let untilThen = "until then a failover to it is impossible"

    /// Whether a server refuses connections because it has as many as it may, in all or of a user or a database.
    package static func isFull(_ reason: String) -> Bool {
        ["too many clients", "too many connections", "remaining connection slots"].contains(where: reason.contains)
    }

    /// What to do about a server that runs and refuses the connection for a reason of its own, in English, as servers write it
    /// unless they are set to another language; `nil` for another reason.
    private static func advice(onRefusal reason: String) -> String? {
        if isFull(reason) {
            return
                "raise its `max_connections` (each Usher server uses about thirteen connections) and restart it, or the limit of the "
                + "user or database (`CONNECTION LIMIT`), or end other connections"
        }
        if reason.contains("authentication failed") || reason.contains("no password supplied") {
            return "correct the user or the password in `storage.url`, or in the file of `storage.url_file` or libpq's "
                + "`~/.pgpass` if it is there"
        }
        if reason.contains("role \""), reason.contains("does not exist") {
            return "create the user on the primary with `createuser`, or correct `storage.url`"
        }
        if reason.contains("database \""), reason.contains("does not exist") {
            return
                "if the database was dropped, stop the Usher servers and restore a backup (Docs/Scaling.md, Backup); "
                + "if it was never there, create it on the primary with `createdb`; otherwise correct its name in "
                + "`storage.url`"
        }
        return nil
    }

    /// The line of `pg_hba.conf` that a server has missed, which names host, user and database.
    private static func entry(for reason: String) -> String {
        guard let found = reason.firstMatch(of: /host "([^"]+)", user "([^"]+)", database "([^"]+)"/) else {
            return "host usher usher 10.0.0.0/24 scram-sha-256"
        }
        let (client, user, database) = (found.1, found.2, found.3)
        if client == "[local]" { return "local \(database) \(user) scram-sha-256" }
        return "host \(database) \(user) \(client)/\(client.contains(":") ? 128 : 32) scram-sha-256"
    }
}
