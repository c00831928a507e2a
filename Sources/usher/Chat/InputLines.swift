import Foundation

/// The lines that somebody types. Reading blocks, so a thread of its own does it.
enum InputLines {
    static func stream() -> AsyncStream<String> {
        AsyncStream { continuation in
            let thread = Thread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
            thread.start()
        }
    }

    /// Whether the lines come from a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
