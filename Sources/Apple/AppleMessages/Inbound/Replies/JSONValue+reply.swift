import JSON

/// How much of a reply is kept; real ones stay far below.
enum ReplyLimits {
    static let sections = 50
    static let ids = 500
    /// Bytes of an identifier. Ours are labels of answers, which have 512 characters at most.
    static let id = 4_096
    static let question = 200
    static let title = 1_000
    static let pages = 200
    /// Characters of an answer that was typed on a page.
    static let answer = 10_000
    /// Characters of all answers of a form together.
    static let form = 200_000
    /// Bytes of what an iMessage app sends, as Apple limits it.
    static let address = 64 * 1024
    static let fields = 200
}

extension JSONValue {
    /// The member `key`, unless it is null.
    func member(_ key: String) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return nil }
        return value
    }

    /// An identifier, unless it is too long to be one of ours.
    var id: String? {
        guard let id = string, !id.isEmpty, id.utf8.count <= ReplyLimits.id else { return nil }
        return id
    }

    /// A text that is not empty, cut to so many characters.
    func text(_ key: String, limit: Int) -> String? {
        guard let text = self[key]?.string, !text.isEmpty else { return nil }
        return String(text.prefix(limit))
    }
}
