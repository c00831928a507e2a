/// Why the database server that takes writes may have been replaced as the primary: a promotion on a server that cannot be
/// asked at present would have begun a newer timeline, and no standby confirms what this one commits.
package struct PrimaryDoubt: Sendable, Hashable {
    /// The server that takes writes.
    package let primary: String
    /// Its timeline; `nil` for a database that has none.
    package let timeline: Int64?
    /// The servers that cannot be asked, in the order of the address; at least one.
    package let missing: [String]

    /// - Parameter servers: all servers of an address, of which none waits for another.
    /// - Returns: `nil` when all could be asked, or none of them takes writes.
    package init?(_ servers: [ServerRole]) {
        let primaries = servers.compactMap { server -> (host: String, timeline: Int64?)? in
            if case .primary(let timeline) = server.role { (server.host, timeline) } else { nil }
        }
        let unreachable = servers.compactMap { server -> String? in
            if case .unreachable = server.role { server.host } else { nil }
        }
        let newest = primaries.max { ($0.timeline ?? 0) < ($1.timeline ?? 0) }
        guard let newest, !unreachable.isEmpty else { return nil }
        primary = newest.host
        timeline = newest.timeline
        missing = unreachable
    }

    private var others: String { missing.joined(separator: " and ") }

    private var named: String { timeline.map { "\(primary) (timeline \($0))" } ?? primary }

    /// What a command that reads reports.
    package var warning: String {
        "\(named) is read, \(others) cannot be reached, and no standby confirms which is the primary: if another server has been "
            + "promoted, what \(primary) holds is out of date"
    }

    /// Why a command writes nothing, and what to do.
    package var refusal: String {
        "nothing was changed: \(others) cannot be reached, and no standby confirms what \(named) commits; it may be a former "
            + "primary, whose changes are lost; \(advice)"
    }

    /// What to do, by an operator who knows which of them is the primary.
    package var advice: String {
        "if the primary is \(missing.joined(separator: " or ")), start it, and keep \(primary) stopped until it is rebuilt; if it is "
            + "\(primary), name standbys there in `synchronous_standby_names`, or set `storage.accept_loss: true` for as long as "
            + "none is there"
    }
}
