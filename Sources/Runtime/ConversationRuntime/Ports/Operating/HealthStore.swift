/// A store that can examine itself.
public protocol HealthStore: Sendable {
    /// Tests that the store can read and write, without changing anything.
    ///
    /// - Throws: `StoreTrouble`, or any other error: why nothing can be saved at present.
    func probe() async throws

    /// Checks everything that is stored, which may take long. Returns a description of the damage; `nil` when there is
    /// none.
    func damage() async throws -> String?

    /// Returns why a transaction that changes something cannot end at present, which is found out without one; `nil` when
    /// there is no such reason.
    func obstacle() async throws -> String?

    /// Whether another server can take the place of the one that stores.
    var hasFailover: Bool { get }

    /// Returns why a failover would lose what the store acknowledges at present, and what to do about it; `nil` when it would
    /// not, and where there is no failover.
    func exposure() async throws -> String?

    /// What the store had acknowledged since the start of this process, and does not hold any more; `nil` when nothing is
    /// missing.
    var lost: LostCommits? { get }

    /// Prepares for the end of the process: from now on, transactions that wait for a database which does not answer are given
    /// up within seconds. Those that it answers run as before.
    func prepareForShutdown()
}

extension HealthStore {
    public func obstacle() async throws -> String? { nil }

    public var hasFailover: Bool { false }

    public func exposure() async throws -> String? { nil }

    public var lost: LostCommits? { nil }

    public func prepareForShutdown() {}
}
