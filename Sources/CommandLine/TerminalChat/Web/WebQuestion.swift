import MessageParts

/// The destination of an answer in the web chat: the message, the part, and the name of the answer.
struct WebQuestion: Sendable, Equatable {
    let message: String
    let node: String?
    let name: String
    /// Which of several answers counts, as an operation type.
    let type: String

    init(message: String, node: String?, name: String, type: StateType) {
        self.message = message
        self.node = node
        self.name = name
        self.type = type.rawValue
    }

    /// Parses the form of `text`.
    init?(_ text: String) {
        let words = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4 else { return nil }
        (message, node, type, name) = (words[0], words[1].isEmpty ? nil : words[1], words[2], words[3])
    }

    /// The question as one text, which the chat uses as its name.
    var text: String { "\(message)|\(node ?? "")|\(type)|\(name)" }
}
