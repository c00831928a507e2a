import Server
import TerminalChat

/// The terminal of `usher chat`: the standard streams.
struct Terminal: ChatTerminal {
    let isInteractive = InputLines.isTerminal
    let showsProgress = WritableStream.standardError.isTerminal

    var isClosed: Bool { StandardOutput.failure != nil }

    func write(_ text: String) { print(text, terminator: "") }

    func flush() { StandardOutput.flush() }

    func show(progress text: String) { Console.show(onErrorStream: text) }
}
