/// How the commits of a PostgreSQL server depend on its synchronous standbys at present.
package struct StandbyWait: Sendable, Hashable, CustomStringConvertible {
    /// Its `synchronous_standby_names`; empty when commits wait for no standby.
    package var names: String
    /// The number of standbys that are connected, whatever their names.
    package var connected: Int
    /// The number of transactions that have waited for a standby for more than a moment.
    package var waiting: Int

    package init(names: String, connected: Int, waiting: Int) {
        self.names = names
        self.connected = connected
        self.waiting = waiting
    }

    /// Whether a commit waits until an operator acts.
    package var isBlocked: Bool { !names.isEmpty && (connected == 0 || waiting > 0) }

    /// What is wrong, in a sentence.
    package var finding: String {
        let others =
            switch connected {
            case 0: "no standby is connected"
            case 1: "the one that is connected has not confirmed them yet"
            default: "the \(connected) that are connected have not confirmed them yet"
            }
        return "commits wait for a standby in `synchronous_standby_names` (\(names)), and \(others)"
    }

    /// What to do about it. A standby that has just returned confirms once it has what it missed.
    package var advice: String {
        guard connected > 0 else { return Self.advice }
        return "a standby that has just returned confirms them in a moment; if they still wait then, none of these "
            + "names is the `application_name` of a standby that works: \(Self.advice)"
    }

    /// What to do about a standby that is not there.
    package static let advice =
        "start that standby, or remove it from `synchronous_standby_names` on the primary and run `SELECT pg_reload_conf()`; if none "
        + "is named then, set `storage.accept_loss: true` until one is again, or a server that restarts is refused"

    package var description: String { "\(finding); \(advice)" }
}
