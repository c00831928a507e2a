public import ConversationRuntime
public import MessageModel
public import MessageParts

/// What travels beside messages, as far as messages have to know of it.
public protocol ChatFiles: Sendable {
    /// The parts of a message that a customer sends, once everything that they refer to is found to be theirs, and here.
    ///
    /// - Throws: a `ChatRefusal`.
    func claim(
        _ parts: [MessagePart], by customer: String, in conversation: String
    ) async throws -> [MessagePart]

    /// The files of a message, for the bot.
    func heardFiles(in parts: [MessagePart]) async throws -> [HeardFile]

    /// The parts of a message with addresses at which a participant has what lies beside them.
    func linked(_ message: ChatMessage, for viewer: String) async -> [MessagePart]

    /// The same parts as they travel: a body that is too large for its part is had by an address as well.
    func travelling(_ parts: [MessagePart], of message: ChatMessage, for viewer: String) async -> [MessagePart]
}

/// No files: messages hold everything themselves.
public struct NoFiles: ChatFiles {
    public init() {}

    public func claim(
        _ parts: [MessagePart], by customer: String, in conversation: String
    ) async throws -> [MessagePart] {
        guard parts.allSatisfy({ $0.content == nil }) else {
            throw ChatRefusal(.unsupported, "files are not taken here")
        }
        return parts
    }

    public func heardFiles(in parts: [MessagePart]) async throws -> [HeardFile] { [] }

    public func linked(_ message: ChatMessage, for viewer: String) async -> [MessagePart] {
        JSONParts(json: message.parts).parts
    }

    public func travelling(
        _ parts: [MessagePart], of message: ChatMessage, for viewer: String
    ) async -> [MessagePart] { parts }
}
