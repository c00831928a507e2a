public import Expressions

/// A server's claim on work that several servers find: the first to claim it does it, and the others leave it alone until
/// the claim runs out. Work that is done twice all the same, because a server was slower than its claim, has no further
/// effect.
public struct Claim: Sendable, Hashable {
    /// The name of the server, the same after its restart: what it has claimed before is given to it at once.
    public var owner: String
    public var length: TimeLength

    public init(owner: String, length: TimeLength) {
        self.owner = owner
        self.length = length
    }
}

/// A store that one server uses alone grants everything.
extension SessionStore {
    public func claimTimers(
        after earlier: Moment?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [DueTimer] { try await dueTimers(after: earlier, at: moment, limit: limit) }

    public func claimCalls(
        after call: String?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [StoredCall] { try await calls(after: call, limit: limit) }

    public func claim(call: String, at moment: Moment, for claim: Claim) async throws -> Bool { true }
}
