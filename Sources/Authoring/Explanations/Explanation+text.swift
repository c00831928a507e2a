import Diagnostics

extension Explanation {
    /// The page as a terminal shows it, no line of prose wider than `width`.
    public func text(width: Int = 80) -> String {
        let parts = [
            "\(code.rawValue) (\(code.severity.rawValue))\n\(wrapped(rule, width))",
            wrapped(meaning, width),
            "For example:\n\n\(indented(broken.text))",
            "Repaired:\n\n\(indented(repaired.text))",
            wrapped("Why: \(why)", width),
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// All codes, each with its rule on one line.
    public static func overview() -> String {
        let longest = all.map(\.code.rawValue.count).max() ?? 0
        return all.map { page in
            let name = page.code.rawValue
            return name + String(repeating: " ", count: longest + 2 - name.count) + page.rule + "\n"
        }.joined()
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    /// Breaks a text between words; text between two `` ` `` stays on one line.
    private func wrapped(_ text: String, _ width: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in unbreakable(text) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return (lines + [line]).joined(separator: "\n")
    }

    private func unbreakable(_ text: String) -> [String] {
        var words: [String] = []
        var isOpen = false
        for word in text.split(separator: " ") {
            if isOpen { words[words.count - 1] += " \(word)" } else { words.append(String(word)) }
            if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isOpen.toggle() }
        }
        return words
    }
}
