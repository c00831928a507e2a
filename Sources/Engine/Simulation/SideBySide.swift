/// Two texts side by side, line by line, each in its own column.
enum SideBySide {
    /// - Parameter width: of both columns, in characters.
    static func text(
        _ left: (title: String, lines: [String]), _ right: (title: String, lines: [String]), width: Int = 92
    )
        -> String
    {
        let column = (width - 3) / 2
        let lefts = [left.title] + left.lines.flatMap { wrapped($0, column) }
        let rights = [right.title] + right.lines.flatMap { wrapped($0, column) }
        return (0..<max(lefts.count, rights.count)).map { row in
            let left = row < lefts.count ? lefts[row] : ""
            let right = row < rights.count ? rights[row] : ""
            let line = left + String(repeating: " ", count: max(0, column - left.count)) + " │ " + right
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// The text in lines of at most `width` characters, broken between words where possible.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            var lines: [String] = []
            var current = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                if !current.isEmpty, current.count + 1 + word.count > width {
                    lines.append(current)
                    current = ""
                }
                current += current.isEmpty ? word : " \(word)"
                while current.count > width {
                    lines.append(String(current.prefix(width)))
                    current = String(current.dropFirst(width))
                }
            }
            return lines + [current]
        }
    }
}
