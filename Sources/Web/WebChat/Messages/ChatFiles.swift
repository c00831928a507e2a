public import ConversationRuntime
public import MessageModel
public import MessageParts

/// Access to the files that travel beside messages, as far as messages need it.
public protocol ChatFiles: Sendable {
    /// Returns the parts of a message that a customer sends, after checking that all referenced content is stored and
    /// belongs to them.
    ///
    /// - Throws: a `ChatRefusal`.
    func claim(
        _ parts: [MessagePart], by customer: String, in conversation: String
    ) async throws -> [MessagePart]

    /// Returns the files of a message, for the bot.
    func heardFiles(in parts: [MessagePart]) async throws -> [HeardFile]

    /// Returns the parts of a message with addresses from which a participant can fetch the content beside it.
    func linked(_ message: ChatMessage, for viewer: String) async -> [MessagePart]

    /// Returns the same parts in the form in which they travel: a body that is too large for its part is replaced by an
    /// address as well.
    func travelling(_ parts: [MessagePart], of message: ChatMessage, for viewer: String) async -> [MessagePart]
}

/// Chat without files: messages hold everything themselves.
public struct NoFiles: ChatFiles {
    public init() {}

    public func claim(
        _ parts: [MessagePart], by customer: String, in conversation: String
    ) async throws -> [MessagePart] {
        guard parts.allSatisfy({ $0.content == nil }) else {
            throw ChatRefusal(.unsupported, "this server accepts no files")
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
