import Diagnostics

/// One line of a file that says something.
struct Line: Sendable {
    /// Counted from 0.
    let number: Int
    /// Its bytes without the line end.
    let range: Range<Int>
    /// The first byte that is not indentation.
    let start: Int
    /// How far in it begins, in columns.
    let indent: Int
}

/// Cuts a file into lines and looks at what stands before their first word.
struct LineScanner {
    let file: SourceFile
    private(set) var lines: [Line] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// Lines that are blank or only a comment stand here as `nil`, so that blocks of text can look at them.
    private(set) var all: [Line?] = []

    init(_ file: SourceFile) {
        self.file = file
        let tab = Self.tabWidth(of: file)
        for number in file.lineStarts.indices { scan(number, tabWidth: tab) }
    }

    private mutating func scan(_ number: Int, tabWidth: Int) {
        let range = file.lineRange(number)
        var at = range.lowerBound
        var indent = 0
        var tab: Int?
        var oddSpace: Int?
        scanning: while at < range.upperBound {
            switch Space.width(file.bytes, at) {
            case .plain:
                at += 1
                indent += 1
            case .tab:
                tab = tab ?? at
                at += 1
                indent += tabWidth
            case .odd(let length):
                oddSpace = oddSpace ?? at
                at += length
                indent += 1
            case .none: break scanning
            }
        }
        let isBlank = at == range.upperBound
        let line = Line(number: number, range: range, start: at, indent: indent)
        all.append(isBlank ? nil : line)
        guard !isBlank, file.bytes[at] != UInt8(ascii: "#") else { return }
        lines.append(line)
        if let tab {
            report(
                .tabIndent, "this line begins with a tab", at: tab..<tab + 1, label: "a tab",
                help: "use spaces; `usher fmt` does it for you")
        }
        if let oddSpace { reportOddSpace(oddSpace) }
    }

    private mutating func reportOddSpace(_ at: Int) {
        report(
            .oddSpace, "this is a no-break space, often from a word processor",
            at: at..<at + Space.length(file.bytes, at),
            label: "read as a plain space", help: "type a plain space")
    }

    private mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: Range<Int>, label: String, help: String
    ) {
        diagnostics.append(
            Diagnostic(code, message, at: Span(file: file.path, range: range), label: label, help: help))
    }

    /// A tab stands for one level: as many spaces as the first indented line of the file has, else two.
    private static func tabWidth(of file: SourceFile) -> Int {
        for number in file.lineStarts.indices {
            let line = file.bytes[file.lineRange(number)]
            let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
            if spaces > 0, spaces < line.count { return spaces }
        }
        return 2
    }
}

/// Kinds of space, by their bytes.
enum Space {
    enum Kind {
        case plain, tab, none
        /// A no-break space of this many bytes.
        case odd(Int)
    }

    static func width(_ bytes: [UInt8], _ at: Int) -> Kind {
        switch bytes[at] {
        case 0x20: return .plain
        case 0x09: return .tab
        case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0: return .odd(2)
        case 0xE2 where at + 2 < bytes.count && bytes[at + 1] == 0x80 && [0x87, 0xAF].contains(bytes[at + 2]):
            return .odd(3)
        default: return .none
        }
    }

    /// The bytes of the space at `at`; 0 when there is none.
    static func length(_ bytes: [UInt8], _ at: Int) -> Int {
        switch width(bytes, at) {
        case .plain, .tab: 1
        case .odd(let length): length
        case .none: 0
        }
    }
}
