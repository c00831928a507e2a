public import Expressions

/// Stores which servers share the database, and what one of them does for all.
///
/// All times are those of the database. A store whose servers are on one machine uses the moments that it is given.
public protocol NodeStore: Sendable {
    /// Registers a start of a node, which then counts as running for `length`. What an earlier start of it held is free from
    /// then on.
    ///
    /// - Returns: the time; `nil` while another start of the node counts as running.
    /// - Throws: `StoreTrouble.gone` when the database is no longer the bot's; anything else for a database that cannot be
    ///   used at present.
    func register(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment?

    /// Reports that a node runs, for another `length`.
    ///
    /// - Returns: the time; `nil` when another start has taken the name.
    func beat(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment?

    /// Records the publication whose flows a node has activated, for the command that has published them.
    ///
    /// - Returns: `false` when the node is not registered, or another start has taken the name; nothing is recorded then.
    func recordActivation(of publication: Int, by node: Node) async throws -> Bool

    /// Reports that a node stops. All that it held is free from then on.
    func leave(_ node: Node, at moment: Moment) async throws

    /// All nodes that have been seen in the last days, by name.
    func all(at moment: Moment) async throws -> [NodeStatus]

    /// Takes a lease that is free or has run out, or renews it.
    ///
    /// - Returns: `nil` while another node has it.
    func take(_ lease: String, for node: Node, length: TimeLength, at moment: Moment) async throws -> Lease?

    /// Gives a lease back before it runs out, if the node has it.
    func release(_ lease: String, of node: Node, at moment: Moment) async throws
}
