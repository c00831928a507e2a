import Diagnostics

/// One line of a file that is not blank.
struct Line: Sendable {
    /// The index of the line, from 0.
    let number: Int
    /// Its bytes without the line break.
    let range: Range<Int>
    /// The first byte after the indentation.
    let start: Int
    /// The indentation in columns.
    let indent: Int
    /// Whether a tab is part of the indentation, whose intended width is therefore unknown.
    let hasTab: Bool

    /// The same line, beginning at another byte and column.
    func moved(to start: Int, indent: Int) -> Line {
        Line(number: number, range: range, start: start, indent: indent, hasTab: hasTab)
    }
}

/// Splits a file into lines and measures their indentation.
struct LineScanner {
    let file: SourceFile
    private(set) var lines: [Line] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// Every line of the file, for reading block texts; a blank one is `nil`.
    private(set) var all: [Line?] = []

    init(_ file: SourceFile) {
        self.file = file
        let tab = Self.tabWidth(of: file)
        for number in file.lineStarts.indices { scan(number, tabWidth: tab) }
    }

    /// Some lines of a file, blank ones as `nil`.
    static func lines(_ numbers: Range<Int>, of file: SourceFile) -> [Line?] {
        var scanner = LineScanner(empty: file)
        for number in numbers { scanner.scan(number, tabWidth: 2) }
        return scanner.all
    }

    private init(empty file: SourceFile) { self.file = file }

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
        let line = Line(number: number, range: range, start: at, indent: indent, hasTab: tab != nil)
        all.append(isBlank ? nil : line)
        guard !isBlank, file.bytes[at] != UInt8(ascii: "#") else { return }
        lines.append(line)
        if let tab {
            report(
                .tabIndent, "this line begins with a tab", at: tab..<tab + 1, label: "a tab",
                help: "use spaces; `usher fmt` does it for you")
        }
        if let oddSpace { diagnostics.append(.oddSpace(oddSpace, in: file)) }
    }

    private mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: Range<Int>, label: String, help: String
    ) {
        diagnostics.append(
            Diagnostic(code, message, at: Span(file: file.path, range: range), label: label, help: help))
    }

    /// A tab stands for one level: the indentation of the first indented line of the file, otherwise two spaces.
    private static func tabWidth(of file: SourceFile) -> Int {
        for number in file.lineStarts.indices {
            let line = file.bytes[file.lineRange(number)]
            let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
            if spaces > 0, spaces < line.count { return spaces }
        }
        return 2
    }
}

extension Diagnostic {
    /// A no-break space where the syntax requires a plain one.
    static func oddSpace(_ at: Int, in file: SourceFile) -> Diagnostic {
        Diagnostic(
            .oddSpace, "this is a no-break space, often from a word processor",
            at: Span(file: file.path, range: at..<at + Space.length(file.bytes, at)), label: "read as a plain space",
            help: "type a plain space")
    }
}
