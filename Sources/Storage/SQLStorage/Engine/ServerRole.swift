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
                    "stop \(primary.host), and make it a standby with `pg_rewind` or `pg_basebackup -R`: what it takes would be lost"
            )
        }
        return former + servers.compactMap(\.warning)
    }

    private var warning: Finding? {
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
                advice: "\(advice(on: reason)); until then a failover to it is impossible")
        }
    }

    /// What to do about a server that cannot be reached. One that refuses the connection runs.
    private func advice(on reason: String) -> String {
        guard reason.contains("pg_hba.conf") else {
            return "start it, let it listen at this address (`listen_addresses`), or remove it from `storage.url`"
        }
        return "it runs: add `\(Self.entry(for: reason))` to its own `pg_hba.conf`, and let it read that "
            + "(`sudo systemctl reload postgresql`)"
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
