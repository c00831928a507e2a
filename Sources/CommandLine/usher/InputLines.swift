import Foundation

/// The lines of standard input.
///
/// A dedicated thread reads them, because reading blocks until a line is typed, and the few threads shared by all tasks
/// are needed meanwhile. It does not use C's streams, whose lock would also block writers to the terminal.
enum InputLines {
    static func stream() -> AsyncStream<String> {
        AsyncStream { continuation in
            let thread = Thread {
                var reader = LineReader()
                while let line = reader.next() { continuation.yield(line) }
                continuation.finish()
            }
            thread.start()
        }
    }

    /// Whether the lines come from a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}

/// Reads standard input line by line, without line endings.
private struct LineReader {
    private var bytes: [UInt8] = []
    private var isOver = false

    mutating func next() -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return Self.line(bytes[..<end])
            }
            if isOver {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : Self.line(bytes[...])
            }
            isOver = !readMore()
        }
    }

    private mutating func readMore() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4_096)
        var count = 0
        repeat { count = read(STDIN_FILENO, &piece, piece.count) } while count < 0 && errno == EINTR
        guard count > 0 else { return false }
        bytes += piece[..<count]
        return true
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
