import JSON

/// The limits on what is kept of a reply; real ones stay far below.
enum ReplyLimits {
    static let sections = 50
    static let ids = 500
    /// The maximum length of an identifier in bytes. Our identifiers are labels of answers, which have at most 512
    /// characters.
    static let id = 4_096
    static let question = 200
    static let title = 1_000
    static let pages = 200
    /// The maximum number of characters of an answer that was typed on a page.
    static let answer = 10_000
    /// The maximum number of characters of all answers of a form together.
    static let form = 200_000
    /// The maximum number of bytes that an iMessage app sends, as limited by Apple.
    static let address = 64 * 1024
    static let fields = 200
}

extension JSONValue {
    /// Returns the member `key`, unless it is null.
    func member(_ key: String) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return nil }
        return value
    }

    /// The identifier, unless it is too long to be one of ours.
    var id: String? {
        guard let id = string, !id.isEmpty, id.utf8.count <= ReplyLimits.id else { return nil }
        return id
    }

    /// Returns a text that is not empty, cut to `limit` characters.
    func text(_ key: String, limit: Int) -> String? {
        guard let text = self[key]?.string, !text.isEmpty else { return nil }
        return String(text.prefix(limit))
    }
}
