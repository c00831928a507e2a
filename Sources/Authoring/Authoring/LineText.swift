import Diagnostics

/// One line of a file, as it is written.
struct LineText {
    let number: Int
    /// Without the line break.
    let range: Range<Int>
    /// The number of bytes before its first letter.
    let column: Int
    let text: String

    init(_ file: SourceFile, _ number: Int) {
        self.number = number
        range = file.lineRange(number)
        text = file.text(in: range)
        column = file.bytes[range].prefix { $0 == 0x20 || $0 == 0x09 }.count
    }

    var isBlank: Bool { column == range.count }
    var isComment: Bool { text.dropFirst(column).first == "#" }
}
