import Expressions

/// What holds before the conversation: `given:` and `start:` lines.
extension ThreadText {
    /// What answers the calls of an action.
    public enum CallAnswer: Sendable, Hashable {
        /// The example with this name.
        case example(String)
        case fails
        case failsOnce

        fileprivate var words: String {
            switch self {
            case .example(let name): "answers \(name)"
            case .fails: "fails"
            case .failsOnce: "fails once"
            }
        }
    }

    /// The thread in which the calls of an action, or the operations on a table, are answered so, one after another;
    /// none is the first example again.
    public func answering(_ action: String, with answers: [CallAnswer]) -> ThreadText {
        given(answers.map { "\(action) \($0.words)" }) { words in
            words.hasPrefix("\(action) answers ") || words == "\(action) fails" || words == "\(action) fails once"
                || words == "\(action) gone"
        }
    }

    /// The thread on a device; `as-written` removes what it says of one.
    public func on(_ device: PlayDevice) -> ThreadText {
        let words: [String] =
            switch device {
            case .iphone, .asWritten: []
            case .mac: ["device without form, sign_in"]
            case .oldIphone: ["device without buttons, list, times, form, sign_in"]
            case .web: ["device is web"]
            case .textOnly: ["device is text only"]
            }
        return given(words) { $0.hasPrefix("device ") }
    }

    /// The thread with its clock at a moment when it begins; `nil` is the usual Monday at ten.
    public func beginning(at moment: String?) -> ThreadText {
        given(moment.map { ["now is \($0)"] } ?? []) { $0.hasPrefix("now is ") }
    }

    /// The thread of a customer with a language; `nil` is the bot's own.
    public func inLanguage(_ language: String?) -> ThreadText {
        given(language.map { ["language is \($0)"] } ?? []) { $0.hasPrefix("language is ") }
    }

    /// The thread with `given:` lines in place of those that say the same: where the first of them stands, otherwise
    /// behind the other `given:` lines.
    private func given(_ words: [String], insteadOf isSame: (String) -> Bool) -> ThreadText {
        let end = preamble
        let old = lines[..<end].indices.filter { lines[$0].verbOfLine == "given" && isSame(lines[$0].restOfLine) }
        let place: Int
        if let first = old.first {
            place = first
        } else if let last = lines[..<end].lastIndex(where: { $0.verbOfLine == "given" }) {
            place = last + 1
        } else {
            place = lines[..<end].firstIndex { $0.verbOfLine == "test" }.map { $0 + 1 } ?? 0
        }
        var kept: [String] = []
        for (index, line) in lines.enumerated() {
            if index == place { kept += words.map { "given: \($0.onOneLine)" } }
            if !old.contains(index) { kept.append(line) }
        }
        if place >= lines.count { kept += words.map { "given: \($0.onOneLine)" } }
        return with(kept)
    }

    /// A thread that begins at a step, with values for the names that are filled there.
    ///
    /// - Parameters:
    ///   - step: `visit`, or `people/person` for a step of another flow than the thread's.
    ///   - values: the names with what a transcript writes for their values.
    public static func starting(
        at step: String, with values: [(name: String, words: String)], named name: String? = nil
    ) -> ThreadText {
        let given = values.map { "given: \($0.name) is \($0.words.onOneLine)" }
        let lines = given + ["start: \(step)"]
        return ThreadText(lines.map { "\($0)\n" }.joined()).named(name)
    }
}
