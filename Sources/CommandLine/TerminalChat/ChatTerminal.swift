/// The terminal that shows a chat.
package protocol ChatTerminal: Sendable {
    /// Whether a person types the lines.
    var isInteractive: Bool { get }

    /// Whether a line can be redrawn to show progress.
    var showsProgress: Bool { get }

    /// Whether the chat's output has no reader any more.
    var isClosed: Bool { get }

    /// Writes a text, without characters that control the terminal: the bot and its customers may have put some in it.
    func write(_ text: String)

    /// Writes what was collected, before waiting for input.
    func flush()

    /// Writes a text beside the chat as it is, with characters that redraw a line.
    func show(progress text: String)
}
