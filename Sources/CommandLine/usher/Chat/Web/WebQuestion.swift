import MessageParts

/// Where an answer in the web chat goes: the message, the part of it, and under which name.
struct WebQuestion: Sendable, Equatable {
    let message: String
    let node: String?
    let name: String
    /// What counts of several answers, as operations say it.
    let type: String

    init(message: String, node: String?, name: String, type: StateType) {
        self.message = message
        self.node = node
        self.name = name
        self.type = type.rawValue
    }

    /// From its text.
    init?(_ text: String) {
        let words = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4 else { return nil }
        (message, node, type, name) = (words[0], words[1].isEmpty ? nil : words[1], words[2], words[3])
    }

    /// In one text, as the chat keeps the name of a question.
    var text: String { "\(message)|\(node ?? "")|\(type)|\(name)" }
}
