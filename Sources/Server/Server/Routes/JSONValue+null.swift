import JSON

extension JSONValue {
    /// Whether a text in it contains the character U+0000, which PostgreSQL does not store (PostgreSQL, Character Types).
    var holdsNull: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let items): items.contains(where: \.holdsNull)
        case .object(let members): members.contains { $0.key.utf8.contains(0) || $0.value.holdsNull }
        default: false
        }
    }
}
