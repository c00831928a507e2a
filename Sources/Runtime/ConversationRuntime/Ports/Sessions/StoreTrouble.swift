/// Why a store can keep nothing, as far as an operator has to do something about it.
public enum StoreTrouble: Error, Equatable, CustomStringConvertible {
    /// What is written now would not be there after a restart: the server has to stop.
    case gone(String)
    case full(String)
    case damaged(String)

    public var description: String {
        switch self {
        case .gone(let reason), .full(let reason), .damaged(let reason): reason
        }
    }
}

extension SessionStore {
    public func probe() async throws { _ = try await nextTimer() }

    public func damage() async throws -> String? { nil }
}
