import Diagnostics

/// Terms of other tools, and their equivalents here.
enum Synonyms {
    /// The equivalent of `key` here.
    static func word(for key: String, among known: [String]) -> String? {
        keys[key.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    }

    static let keys: [String: String] = [
        "goto": "then", "next": "then", "go_to": "then", "to": "then", "target": "then", "message": "say",
        "question": "ask", "prompt": "ask", "options": "answers", "choices": "answers", "buttons": "answers",
        "description": "note", "subtitle": "note", "handover": "hand_over", "transfer": "hand_over",
        "timeout": "if_silent", "fallback": "if_other", "if_error": "if_failed", "else": "otherwise",
        "default": "otherwise", "multiple": "several", "retries": "tries", "store": "save", "remember": "save",
        "name": "label", "value": "id", "min": "at_least", "minimum": "at_least", "max": "at_most",
        "maximum": "at_most",
    ]

    /// `5m`, `five minutes` and the like, in the notation of this language.
    static func duration(_ text: String) -> String? {
        let text = text.lowercased()
        let digits = text.prefix { $0.isNumber }
        let number = digits.isEmpty ? text.prefix { $0 != " " } : digits
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let count = Int(digits) ?? numbers[String(number)] else { return nil }
        guard let word = units[String(unit)] ?? closest(to: String(unit), among: Set(units.values).sorted()) else {
            return nil
        }
        return "`\(count) \(word)\(count == 1 ? "" : "s")`"
    }

    private static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty-five": 45, "sixty": 60,
    ]

    private static let units: [String: String] = [
        "s": "second", "sec": "second", "secs": "second", "m": "minute", "min": "minute", "mins": "minute",
        "h": "hour", "hr": "hour", "hrs": "hour", "d": "day", "w": "week", "": "minute",
    ]
}
