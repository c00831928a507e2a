/// A store whose private answers can be resealed with a new key.
public protocol ResealingStore: Sendable {
    /// Reseals with the newest key everything sealed with a former key, in small batches, alongside all other work.
    ///
    /// If interrupted, it continues at the next call.
    ///
    /// - Returns: the number of resealed items; `nil` when there were none.
    func sealEverythingAnew() async throws -> Int?
}
