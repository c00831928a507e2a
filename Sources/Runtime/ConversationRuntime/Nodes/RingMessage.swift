import JSON

/// Hints as texts, for doorbells that carry texts of limited length.
public enum RingMessage {
    /// Texts of at most `limit` bytes each that contain all hints. One that is too long for a text is left out.
    public static func texts(of rings: [Ring], limit: Int) -> [String] {
        var texts: [String] = []
        var group: [JSONValue] = []
        var length = 2
        for ring in rings {
            let value = JSONValue.string(ring.word)
            let own = value.text.utf8.count + 1
            if own + 2 > limit { continue }
            if length + own > limit {
                texts.append(JSONValue.array(group).text)
                (group, length) = ([], 2)
            }
            group.append(value)
            length += own
        }
        return group.isEmpty ? texts : texts + [JSONValue.array(group).text]
    }

    /// The hints of a text; those that a newer server sends are left out.
    public static func rings(in text: String) -> [Ring] {
        ((try? JSONValue(parsing: text))?.array ?? []).compactMap { $0.string.flatMap(Ring.init(word:)) }
    }
}

extension Ring {
    fileprivate var word: String {
        switch self {
        case .session(let session): "s\(session.number)"
        case .lanes: "lanes"
        case .customer(let customer): "c\(customer)"
        case .changes: "operators"
        }
    }

    fileprivate init?(word: String) {
        switch word.first {
        case "s":
            guard let number = Int64(word.dropFirst()) else { return nil }
            self = .session(SessionID(number))
        case "c": self = .customer(String(word.dropFirst()))
        case "l": self = .lanes
        case "o": self = .changes
        default: return nil
        }
    }
}
