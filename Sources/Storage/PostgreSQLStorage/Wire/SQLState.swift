import Databases

/// The error codes of PostgreSQL (Appendix A of its documentation), as far as they are distinguished.
enum SQLState {
    /// A table that a statement names is not there.
    static let undefinedTable = "42P01"

    static func kind(_ state: String) -> SQLFaultKind {
        switch state {
        case "40001", "40P01", "55P03": return .conflict
        // The row types of a prepared statement have changed after a migration.
        case "0A000", "26000": return .unavailable
        case "40003": return .unknown
        default: break
        }
        switch state.prefix(2) {
        case "22", "23", "54": return .constraint
        // Without a code libpq itself reports that the connection has ended.
        case "", "08", "25", "53", "57", "58": return .unavailable
        default: return .other
        }
    }

    /// Whether the connection must be replaced: the server ends it, has become a standby, or has other tables than when
    /// the statements were prepared.
    static func endsConnection(_ state: String) -> Bool {
        ["57P01", "57P02", "57P03", "25006", "0A000", "26000"].contains(state) || state.hasPrefix("08")
    }
}
