import Channels
import ConversationRuntime
import Expressions
import Foundation
import JSON
public import MessageModel
public import MessageParts
import OpenGraph

/// Content referenced by the parts of messages.
extension ChatContent: ChatFiles {
    private static let dataRoles: Set<String> = ["source", "preview"]
    /// The maximum number of content references in one body that are replaced by links.
    private static let mostNamed = 20

    /// Returns the parts that a customer sends in the form in which they are stored. Each referenced content must
    /// belong to the sender, be stored here and be complete. Text that was uploaded as content is moved back into its
    /// part, and bytes in a part become content.
    public func claim(
        _ parts: [MessagePart], by sender: String, in conversation: String
    ) async throws -> [MessagePart] {
        var claimed: [MessagePart] = []
        for part in parts {
            guard let reference = part.content else {
                claimed.append(try await bringing(part, by: sender, in: conversation))
                continue
            }
            let kept = try await claim(reference, by: sender, in: conversation)
            try Self.check(part, against: kept)
            claimed.append(try await referring(part, to: kept))
        }
        return claimed
    }

    /// Returns the sender's own content of this conversation, complete.
    private func claim(
        _ reference: ContentReference, by sender: String, in conversation: String
    ) async throws -> StoredContent {
        let id = Self.id(of: reference)
        if let upload = try await announced(id), upload.content.chat == conversation, upload.content.sender == sender {
            throw ChatRefusal(.taken, "content must be complete before a message refers to it")
        }
        guard let kept = try await kept(id), kept.content.chat == conversation, kept.content.sender == sender else {
            throw ChatRefusal.noContent
        }
        return kept
    }

    /// Throws a refusal when a part says something else of its content than what is stored.
    private static func check(_ part: MessagePart, against kept: StoredContent) throws(ChatRefusal) {
        if let size = part.content?.size, size != kept.size {
            throw ChatRefusal(.malformed, "the content of a part has \(kept.size) bytes, not \(size)")
        }
        let kind = MIMEType(parsing: part.mimeType).type
        guard kind == kept.content.kind else {
            throw ChatRefusal(.malformed, "the content of a part is `\(kept.content.kind)`, not `\(kind)`")
        }
    }

    static func id(of reference: ContentReference) -> String {
        (reference.id.split(separator: "/").last.map(String.init) ?? reference.id).lowercased()
    }

    private func referring(_ part: MessagePart, to kept: StoredContent) async throws -> MessagePart {
        var part = part
        part.body = nil
        part.encoding = nil
        part.content = ContentReference(id: ContentView.prefix + kept.content.id, size: kept.size)
        guard isMessage(part) else { return part }
        guard kept.size <= ContentRules.largestMessage else {
            throw ChatRefusal(.tooLarge, "the body of a message is limited to \(ContentRules.largestMessage) bytes")
        }
        var body = Data()
        try await store.read(kept) { body.append($0) }
        part.content = nil
        part.body = String(decoding: body, as: UTF8.self)
        return part
    }

    /// Whether the body of the part is message JSON; otherwise it is bytes.
    private func isMessage(_ part: MessagePart) -> Bool {
        let type = MIMEType(parsing: part.mimeType)
        guard let role = type["role"] else { return type.isJSON || type.type.hasPrefix("text/") }
        return !Self.dataRoles.contains(role) && (type.isJSON || type.type.hasPrefix("text/"))
    }

    /// Returns a part that carries its body. A body that is too large must be uploaded as content.
    private func bringing(
        _ part: MessagePart, by sender: String, in conversation: String
    ) async throws -> MessagePart {
        let data = PartData(mimeType: part.mimeType, body: part.body, encoding: part.encoding)
        guard let bytes = data.bytes else {
            guard part.body == nil else { throw ChatRefusal(.malformed, "a body does not match its `encoding`") }
            return part
        }
        guard bytes.count <= ContentRules.largestBody else {
            throw ChatRefusal(
                .tooLarge, "a body is limited to \(ContentRules.largestBody) bytes; upload larger ones as content")
        }
        guard !isMessage(part) else { return part }
        // The same bytes in the same place are the same content, so that a message can be sent twice.
        let kind = MIMEType(parsing: part.mimeType).type
        let wish: JSONValue = [
            "id": .string(Self.id(of: [Data(kind.utf8), Data(sender.utf8), Data(conversation.utf8), bytes])),
            "mime_type": .string(kind),
            "size": .int(bytes.count), "name": .string("file"),
        ]
        let view = try await announce(wish, by: sender, in: conversation)
        if view.status < .readyForDownload {
            _ = try await receive(OnePiece(bytes), nil, of: view.id, by: sender)
        }
        var part = part
        part.body = nil
        part.encoding = nil
        part.content = ContentReference(id: ContentView.prefix + view.id, size: bytes.count)
        return part
    }

    /// Returns the files of claimed parts for the flow, which fetches them from here by their ids.
    public func heardFiles(in parts: [MessagePart]) async throws -> [HeardFile] {
        var files: [HeardFile] = []
        for part in parts where MIMEType(parsing: part.mimeType)["role"] != "preview" {
            guard let reference = part.content, let kept = try await kept(Self.id(of: reference)) else { continue }
            let file = FileReference(
                id: kept.content.id, name: kept.content.name, kind: kept.content.kind, size: kept.size)
            files.append(HeardFile(file))
        }
        return files
    }

    /// Stores the picture of a linked page. Returns the name by which a link refers to it.
    func keep(_ picture: LinkPreview.Picture, of address: String, in conversation: String) async throws -> String? {
        guard let kind = picture.kind.asMediaType, kind.hasPrefix("image/"), picture.bytes.count <= rules.maxSize,
            let place = try await places.place(ofBotIn: conversation)
        else { return nil }
        let (bytes, now) = (Data(picture.bytes), clock.now)
        let id = Self.id(of: [Data(kind.utf8), Data(address.utf8), Data(conversation.utf8), bytes])
        let content = NewContent(
            id: id, conversation: place, name: "picture", kind: kind, storedAt: now,
            expiresAt: now + ContentRules.uploadLife, chat: conversation, sender: ChatCustomer.bot)
        let upload = try await store.announce(NewUpload(content, size: bytes.count), quota: rules.quota)
        guard try await store.upload(id) != nil else { return ContentView.prefix + id }
        do {
            _ = try await store.append(OnePiece(bytes), to: upload, at: 0)
            _ = try await store.complete(upload, at: now, until: now + rules.retention)
        } catch {
            try? await store.giveUp(upload)
            throw error
        }
        return ContentView.prefix + id
    }

    /// Returns the body with links in place of the content references.
    func linked(_ body: String, for viewer: String, in conversation: String) async -> String {
        guard body.contains(ContentView.prefix), let json = try? JSONValue(parsing: body), let object = json.object
        else {
            return body
        }
        var linked = object
        // One database query for each: a body references one or two.
        let named = object.lazy.filter { $0.value.string?.hasPrefix(ContentView.prefix) ?? false }
        for (name, value) in named.prefix(Self.mostNamed) {
            guard let text = value.string else { continue }
            let found = try? await kept(String(text.dropFirst(ContentView.prefix.count)))
            let address = found.flatMap { found in
                found.content.chat == conversation
                    ? view(of: found, for: viewer, downloaded: nil).download?.address : nil
            }
            linked[name] = address.map { .string($0) }
        }
        return JSONValue.object(linked).text
    }
}

/// All bytes of a content as a single piece.
private struct OnePiece: AsyncSequence, Sendable {
    let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }

    struct Iterator: AsyncIteratorProtocol {
        var rest: Data?

        mutating func next() async -> Data? {
            defer { rest = nil }
            return rest
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }
}
