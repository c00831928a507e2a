import ConversationRuntime
import Expressions
import SQLStorage
import Server

/// The servers that share a PostgreSQL database.
extension Doctor {
    /// Checks that the servers which share the database run the same version, and that none of them has crashed.
    static func nodes(_ all: [NodeStatus]) -> [HealthCheck] {
        let running = all.filter(\.isRunning)
        let unseen = all.filter { !$0.isRunning && !$0.hasLeft }
        guard !running.isEmpty else { return [noneRunning(unseen)] }
        return [versions(running)] + unseen.map(crash)
    }

    private static func versions(_ running: [NodeStatus]) -> HealthCheck {
        let names = running.map(\.node.name).joined(separator: ", ")
        let versions = Set(running.map(\.node.version))
        guard versions.count > 1 else {
            return HealthCheck("nodes", .good, "\(running.count) use the database: \(names)")
        }
        let list = running.map { "\($0.node.name) (\($0.node.version))" }.joined(separator: ", ")
        return HealthCheck(
            "nodes", .warning, "servers of different versions use the database: \(list)",
            advice: "finish the upgrade: restart the servers of the older version with the newer one")
    }

    /// - Parameter unseen: a server that has neither reported in time nor stopped properly while others report.
    private static func crash(_ unseen: NodeStatus) -> HealthCheck {
        HealthCheck(
            "nodes", .warning,
            "the lease of \(unseen.node.name) has run out, and it was not stopped properly; seen last at \(unseen.seenAt.iso)",
            advice:
                "if it runs, it cannot report to the database: see its log; otherwise start it. If it is gone for good, the "
                + "first start of another server after \(SQLNodes.kept.seconds / 86_400) days removes it from the list")
    }

    /// - Parameter unseen: the servers that have neither reported in time nor stopped properly: they have crashed, or run while
    ///   the database takes no reports.
    private static func noneRunning(_ unseen: [NodeStatus]) -> HealthCheck {
        guard let last = unseen.map(\.seenAt).max() else {
            return HealthCheck("nodes", .good, "no server uses the database")
        }
        let names = unseen.map(\.node.name).joined(separator: ", ")
        let leases = unseen.count == 1 ? "the lease of 1 server has" : "the leases of \(unseen.count) servers have"
        return HealthCheck(
            "nodes", .warning, "\(leases) run out (\(names)), seen last at \(last.iso)",
            advice: "if they run, the database takes none of their reports: see the lines `database`, and their logs; "
                + "otherwise start them")
    }
}
