/// What people write who know another tool, and what it is called here.
enum Synonyms {
    /// The key that is called `key` elsewhere.
    static func word(for key: String, among known: [String]) -> String? {
        keys[key.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    }

    private static let keys: [String: String] = [
        "goto": "then", "next": "then", "go_to": "then", "to": "then", "target": "then", "message": "say",
        "question": "ask", "prompt": "ask", "options": "answers", "choices": "answers", "buttons": "answers",
        "description": "note", "subtitle": "note", "handover": "hand_over", "transfer": "hand_over",
        "timeout": "if_silent", "fallback": "if_other", "if_error": "if_failed", "else": "otherwise",
        "default": "otherwise", "multiple": "several", "retries": "tries", "name": "label", "value": "id",
    ]

    /// `5m`, `5 min` and the like, as they are written here.
    static func duration(_ text: String) -> String? {
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let count = Int(digits), let word = units[unit] else { return nil }
        return "`\(count) \(word)\(count == 1 ? "" : "s")`"
    }

    private static let units: [String: String] = [
        "s": "second", "sec": "second", "secs": "second", "m": "minute", "min": "minute", "mins": "minute",
        "h": "hour", "hr": "hour", "hrs": "hour", "d": "day", "w": "week", "": "minute",
    ]
}
