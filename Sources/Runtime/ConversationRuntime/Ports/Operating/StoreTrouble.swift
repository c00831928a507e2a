/// Why a store can save nothing, for causes that an operator must fix.
public enum StoreTrouble: Error, Equatable, CustomStringConvertible {
    /// Data written now would be lost at a restart: the server must stop.
    case gone(String)
    case full(String)
    case damaged(String)

    public var description: String {
        switch self {
        case .gone(let reason), .full(let reason), .damaged(let reason): reason
        }
    }
}
