/// A store whose private answers can be sealed with another key than they were.
public protocol ResealingStore: Sendable {
    /// Seals everything with the newest key that a key of before has sealed, a little at a time, beside all other work.
    ///
    /// What is cut off goes on at the next call.
    ///
    /// - Returns: how much was sealed anew; `nil` when there was nothing to do.
    func sealEverythingAnew() async throws -> Int?
}
