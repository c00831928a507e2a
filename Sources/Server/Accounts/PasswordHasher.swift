import Concurrency

/// Computes hashes of passwords, off the threads that all tasks share, and two at once at most: each takes tens of
/// megabytes.
public final class PasswordHasher: Sendable {
    private let slots: AsyncSemaphore
    private let cost: PasswordHash.Cost

    /// More attempts do not wait.
    private static let longestLine = 32

    /// - Parameter cost: of new hashes.
    public init(cost: PasswordHash.Cost = .standard) {
        slots = AsyncSemaphore(permits: 2, longestLine: Self.longestLine)
        self.cost = cost
    }

    /// Returns the hash of a password with the current cost.
    public func hash(_ password: String) async throws -> PasswordHash {
        try await computing { [cost] in try PasswordHash(of: password, cost: cost) }
    }

    /// Whether a hash is that of a password; `false` for no hash, after the same work.
    func check(_ password: String, against hash: PasswordHash?) async throws -> Bool {
        guard let hash else {
            _ = try await self.hash(password)
            return false
        }
        return try await computing { try hash.matches(password) }
    }

    /// Whether a hash was computed with less work than new ones are.
    func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost.isLess(than: cost) }

    private func computing<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        guard let result = try await slots.withPermit({ try await onThreadOfItsOwn(work) }) else {
            throw TooManySignIns()
        }
        return result
    }
}

/// More people sign in at the moment than the server computes hashes for.
public struct TooManySignIns: Error, CustomStringConvertible {
    public var description: String { "too many attempts to sign in are under way; try again in a moment" }
}
