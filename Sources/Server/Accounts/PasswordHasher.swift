import Concurrency

/// Computes hashes of passwords, off the threads that all tasks share, and two at once at most: each takes tens of
/// megabytes.
public final class PasswordHasher: Sendable {
    private let slots: AsyncSemaphore
    private let cost: PasswordHash.Cost

    /// - Parameters:
    ///   - cost: of new hashes.
    ///   - atOnce: the number of attempts that compute hashes at a time.
    ///   - waiting: the number of attempts that may wait for them; more are refused.
    public init(cost: PasswordHash.Cost = .standard, atOnce: Int = 2, waiting: Int = 32) {
        slots = AsyncSemaphore(permits: atOnce, longestLine: waiting)
        self.cost = cost
    }

    /// Returns the hash of a password with the current cost.
    public func hash(_ password: String) async throws -> PasswordHash {
        try await whenFree { try await $0.hash(password) }
    }

    /// Does something with hashes when its turn has come.
    ///
    /// - Parameter work: computes with its argument; to ask the hasher itself would wait for another turn.
    /// - Throws: `TooManySignIns` before `work` begins, or the error of `work`.
    func whenFree<Result: Sendable>(_ work: (HashComputer) async throws -> Result) async throws -> Result {
        let computer = HashComputer(cost: cost)
        guard let result = try await slots.withPermit({ try await work(computer) }) else { throw TooManySignIns() }
        return result
    }

    /// Whether a hash was computed with less work than new ones are.
    func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost.isLess(than: cost) }
}

/// Computes hashes of passwords for the attempts that have a turn of a `PasswordHasher`.
struct HashComputer: Sendable {
    fileprivate let cost: PasswordHash.Cost

    /// Returns the hash of a password with the current cost.
    func hash(_ password: String) async throws -> PasswordHash {
        try await onThreadOfItsOwn { [cost] in try PasswordHash(of: password, cost: cost) }
    }

    /// Whether a hash is that of a password; `false` for no hash, after the same work.
    func check(_ password: String, against hash: PasswordHash?) async throws -> Bool {
        guard let hash else {
            _ = try await self.hash(password)
            return false
        }
        return try await onThreadOfItsOwn { try hash.matches(password) }
    }
}

/// More people sign in at the moment than the server computes hashes for.
public struct TooManySignIns: Error, CustomStringConvertible {
    public var description: String { "too many attempts to sign in are under way; try again in a moment" }
}
