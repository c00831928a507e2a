import ConversationRuntime
import Crypto
import Foundation
import JSON
import MessageParts

/// The content that a message holds itself although it travels beside it: bodies that are too large for their parts,
/// and files of the bot's project.
///
/// Each id is derived from the content, so no record of it is needed, and different text is different content.
struct MessageContents {
    /// One piece of content.
    struct Item {
        enum Source {
            case body(Data)
            case file(FlowFile)
        }

        let id: String
        let name: String
        let kind: String
        let size: Int
        let source: Source
    }

    let message: ChatMessage
    /// The parts as they are stored.
    let parts: [MessagePart]
    private let project: (any FlowFiles)?

    init(_ message: ChatMessage, _ project: (any FlowFiles)?) {
        self.message = message
        parts = JSONParts(json: message.parts).parts
        self.project = project
    }

    var address: MessageAddress { MessageAddress(conversation: message.conversation, message: message.id) }

    /// Returns the item with this id.
    func item(_ id: String) -> Item? { bodies.first { $0?.id == id } ?? files.first { $0.id == id } }

    // Bodies.

    /// For each part its body, if that is too large to be carried inside the part.
    var bodies: [Item?] { parts.map(body) }

    private func body(of part: MessagePart) -> Item? {
        // A body that references content is different for each viewer, since its links are made for one viewer.
        guard let text = part.body, text.utf8.count > ContentRules.largestBody, !text.contains(ContentView.prefix)
        else { return nil }
        let data = PartData(mimeType: part.mimeType, body: text, encoding: part.encoding)
        guard let bytes = data.bytes, bytes.count > ContentRules.largestBody else { return nil }
        let kind = MIMEType(parsing: part.mimeType).type
        let pieces = [Data(kind.utf8), Data(message.conversation.utf8), Data(message.id.utf8), bytes]
        return Item(
            id: ChatContent.id(of: pieces), name: "body", kind: kind, size: bytes.count, source: .body(bytes))
    }

    // Files of the project.

    /// Returns the id of a project file in a conversation.
    static func id(ofFile name: String, in conversation: String) -> String {
        ChatContent.id(of: [Data("project".utf8), Data(conversation.utf8), Data(name.utf8)])
    }

    /// The project files that the message offers, as far as they still exist.
    var files: [Item] {
        guard message.sender == ChatCustomer.bot, let project else { return [] }
        return names.compactMap { name in
            project.file(named: name).map { file in
                Item(
                    id: Self.id(ofFile: name, in: message.conversation),
                    name: name.asFileName ?? "file", kind: file.kind, size: file.size, source: .file(file))
            }
        }
    }

    private var names: [String] {
        guard parts.contains(where: { $0.content != nil }) else { return [] }
        return parts.compactMap { part in
            guard let body = part.body, let json = try? JSONValue(parsing: body) else { return nil }
            return json["custom_data"]?[PartsBridge.projectFile]?.string
        }
    }
}

extension ChatContent {
    /// Returns a UUID derived from the content (RFC 9562, section 5.8).
    static func id(of pieces: [Data]) -> String {
        var hash = SHA256()
        for piece in pieces { hash.update(data: Data("\(piece.count) ".utf8) + piece) }
        var digits = Array(hash.finalize().prefix(16))
        digits[6] = digits[6] & 0x0F | 0x80
        digits[8] = digits[8] & 0x3F | 0x80
        return NSUUID(uuidBytes: digits).uuidString.lowercased()
    }
}
