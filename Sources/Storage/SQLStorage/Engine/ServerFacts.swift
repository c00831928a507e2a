/// What a PostgreSQL server says of itself, as far as its promises depend on it.
package struct ServerFacts: Sendable, Hashable {
    /// Such as `15.18 (Debian 15.18-0+deb12u1)`.
    package var version: String
    /// Such as 150018.
    package var versionNumber: Int
    /// Whether the commit of this connection waits until it is on disk, or longer.
    package var isDurable: Bool
    /// Whether pages survive a crash: `fsync` and `full_page_writes`.
    package var survivesCrash: Bool
    /// The standbys that a commit waits for; empty when it waits for none.
    package var synchronousStandbys: String
    /// Whether Usher's tables are there.
    package var hasTables: Bool
    /// Milliseconds by which the server's clock is ahead of ours.
    package var clockAhead: Int
    /// The encoding of texts, such as `UTF8`.
    package var encoding = "UTF8"
    /// How its commits depend on its standbys; `nil` when that is unknown.
    package var standbyWait: StandbyWait?
    /// The names of the servers of a bot that are connected to the database although Usher's tables are not there. Empty while
    /// they are, and where another schema has such tables, which these servers may use.
    package var serversWithoutTables: [String] = []
    /// The `application_name` of each standby that is connected, in order. Empty where commits wait for none.
    package var connectedStandbys: [String] = []

    package init(
        version: String, versionNumber: Int, isDurable: Bool, survivesCrash: Bool, synchronousStandbys: String,
        hasTables: Bool, clockAhead: Int
    ) {
        self.version = version
        self.versionNumber = versionNumber
        self.isDurable = isDurable
        self.survivesCrash = survivesCrash
        self.synchronousStandbys = synchronousStandbys
        self.hasTables = hasTables
        self.clockAhead = clockAhead
    }

    /// The oldest version whose statements are used.
    private static let oldest = 140_000

    /// Why nothing can be entrusted to the server, by a server or a command; `nil` when it can.
    package var flaw: String? {
        if versionNumber < Self.oldest { return "it is PostgreSQL \(version), and at least 14 is required" }
        if encoding != "UTF8" {
            return "its encoding is \(encoding); create the database with `--encoding=UTF8 --template=template0`"
        }
        guard isDurable, survivesCrash else {
            return "acknowledged messages could be lost in a crash: set `fsync`, `full_page_writes` and "
                + "`synchronous_commit` to `on` in the server's configuration"
        }
        return nil
    }

    /// Whether a commit waits for a standby, and one is there to confirm it: the server is no former primary.
    package var isConfirmed: Bool { !synchronousStandbys.isEmpty && standbyWait?.isBlocked != true }

    /// Why a failover would lose what is acknowledged at present; `nil` when it would not, and where none is possible.
    package func exposure(hosts: Int) -> String? {
        synchronousStandbys.isEmpty ? Self.exposure(hosts: hosts) : nil
    }

    /// The standbys that are connected and do not confirm commits, since they are not named: promoting one of them may lose
    /// what is acknowledged. Empty where no failover is possible, and where commits wait for no standby at all.
    ///
    /// - Parameter hosts: the number of servers in the address.
    package func unnamedStandbys(hosts: Int) -> [String] {
        guard hosts > 1, !synchronousStandbys.isEmpty else { return [] }
        let names = StandbyNames(synchronousStandbys)
        return connectedStandbys.filter { !names.contains($0) }
    }

    /// Why a bot is not served from here although the server has no flaw: a failover would lose what is acknowledged, and
    /// that is not accepted. `nil` otherwise.
    ///
    /// - Parameter hosts: the number of servers in the address.
    package func refusal(hosts: Int, acceptsLoss: Bool) -> String? {
        acceptsLoss ? nil : exposure(hosts: hosts).map { "\($0). Either \(Self.exposureAdvice)" }
    }

    /// Whether several servers keep what is acknowledged, since a standby that is connected confirms it: no loss has to be
    /// accepted then.
    package func keepsAll(hosts: Int) -> Bool { hosts > 1 && isConfirmed && standbyWait != nil }

    /// What an operator has left set from a time without standbys.
    package static let needlessLoss = "`storage.accept_loss` is set, and a standby confirms commits"

    /// What to do about it.
    package static let needlessLossAdvice =
        "remove it on every machine: as long as it is set, a server starts although a failover would lose acknowledged messages, "
        + "and a command only warns before it changes what may be a former primary"

    /// Why a failover between several servers that wait for no standby would lose what is acknowledged; `nil` for one server.
    package static func exposure(hosts: Int) -> String? {
        guard hosts > 1 else { return nil }
        return
            "the address lists \(hosts) servers, and none of them waits for another: a failover would lose acknowledged "
            + "messages"
    }

    /// What to do about it.
    package static let exposureAdvice =
        "name standbys in `synchronous_standby_names`, or set `storage.accept_loss: true` for as long as none is there"
}
