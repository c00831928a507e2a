import Foundation
import TestSupport

/// Two servers of which one is the primary and waits for the other at each commit. Which is which changes with each failover.
public actor PrimaryAndStandby {
    /// Both, in the order in which clients try them.
    public nonisolated let servers: [PostgreSQLServer]
    private var primary = 0

    private static let names = ["one", "two"]
    private static let waits = "synchronous_standby_names = 'ANY 1 (one, two)'"

    public init() async throws {
        let first = try await PostgreSQLServer()
        let second = try await PostgreSQLServer.standby(of: first, named: Self.names[1])
        servers = [first, second]
        try await first.set([Self.waits])
    }

    /// The address of whichever takes writes, in the form that takes a database's name in place of `postgres`.
    public nonisolated var url: String {
        let hosts = servers.map(\.folder.path).joined(separator: ",")
        let ports = servers.map { "\($0.port)" }.joined(separator: ",")
        return "postgresql:///postgres?host=\(hosts)&port=\(ports)&user=postgres&target_session_attrs=read-write"
    }

    /// Kills the primary, and starts it again.
    public func restart() async throws {
        await servers[primary].crash()
        try await servers[primary].start()
    }

    /// Kills the primary and promotes the standby. What was the primary is made a standby afterwards.
    ///
    /// - Parameters:
    ///   - formerReturns: whether the former primary is first started again as one that waits for no standby, while all
    ///     clients have to connect anew.
    ///   - clients: how the names of clients begin.
    public func failOver(formerReturns: Bool, clients: String) async throws {
        let former = servers[primary]
        primary = 1 - primary
        let promoted = servers[primary]
        await former.crash()
        // One that is left waits for no other.
        try await promoted.set(["synchronous_standby_names = ''"])
        try await promoted.promote()
        if formerReturns {
            try await former.start()
            try await former.set(["synchronous_standby_names = ''"])
            let all = "FROM pg_stat_activity WHERE application_name LIKE '\(clients)%'"
            try await promoted.query("SELECT pg_terminate_backend(pid) \(all)")
            try await Self.untilAny([former, promoted], finds: "SELECT 1 \(all) LIMIT 1")
        }
        try await former.rejoin(promoted, as: Self.names[1 - primary])
        try await promoted.set([Self.waits])
    }

    private nonisolated static func untilAny(_ servers: [PostgreSQLServer], finds query: String) async throws {
        try await poll {
            for server in servers where try await server.query(query) == ["1"] { return true }
            return false
        }
    }

    /// Waits until the standby follows the primary.
    public func untilSynchronous() async throws { try await Self.untilStreaming(from: servers[primary]) }

    /// Waits until both servers have a database that was created on the primary: the standby confirms a commit before others
    /// see it there.
    public func untilBothHave(_ database: String) async throws {
        try await poll { [servers] in
            for server in servers
            where try await server.query("SELECT 1 FROM pg_database WHERE datname = '\(database)'") != ["1"] {
                return false
            }
            return true
        }
    }

    private nonisolated static func untilStreaming(from server: PostgreSQLServer) async throws {
        try await poll {
            let found = try await server.query(
                "SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum') AND state = 'streaming'")
            return found == ["1"]
        }
    }

    public func stop() async { for server in servers { await server.crash() } }
}
