public import Channels
public import ConversationRuntime
import Expressions
public import Foundation
public import JSON
public import MessageParts

/// Content that travels beside messages of the web chat: announced, uploaded in pieces, and downloaded by links that
/// expire.
///
/// It belongs to one conversation. Only participants of that conversation can access it, with a link or without.
public struct ChatContent: Sendable {
    let store: any UploadStore
    let places: any ContentPlaces
    let rules: ContentRules
    let links: ContentLinks
    let registry: TypeRegistry
    private(set) var project: (any FlowFiles)?
    let clock: any WallClock
    private let board = TransferBoard()
    private let tell: Teller

    /// Called with each event to report in a conversation of the chat about a file transfer.
    public typealias Teller = @Sendable (_ conversation: String, _ event: JSONValue) async -> Void

    /// - Parameter project: the project's files that messages of the bot offer.
    public init(
        store: any UploadStore, places: any ContentPlaces, rules: ContentRules, links: ContentLinks,
        registry: TypeRegistry = .standard, project: (any FlowFiles)? = nil, clock: any WallClock,
        tell: @escaping Teller = { _, _ in }
    ) {
        self.store = store
        self.places = places
        self.rules = rules
        self.links = links
        self.registry = registry
        self.project = project
        self.clock = clock
        self.tell = tell
    }

    /// Returns the same content with the files of another bot.
    public func with(_ project: any FlowFiles) -> ChatContent {
        var content = self
        content.project = project
        return content
    }

    // Sending.

    /// Announces a file before its upload: `{"mime_type", "size", "name"?, "id"?}`. The id of a file that was announced
    /// before refers to that file.
    public func announce(_ wish: JSONValue, by sender: String, in conversation: String) async throws -> ContentView {
        guard let place = try await places.place(of: sender, in: conversation) else { throw ChatRefusal.noConversation }
        guard let kind = wish["mime_type"]?.string?.asMediaType else {
            throw ChatRefusal(.malformed, "`mime_type` must be a media type, such as `image/jpeg`")
        }
        guard let size = wish["size"]?.int, size >= 0 else {
            throw ChatRefusal(.malformed, "`size` must be the number of bytes")
        }
        guard size <= rules.maxSize else {
            throw ChatRefusal(.tooLarge, "a file is limited to \(rules.maxSize) bytes")
        }
        guard rules.takes(kind) || rules.isText(kind, of: size) else {
            throw ChatRefusal(.unsupported, "files of the kind `\(kind)` are not accepted")
        }
        let id = try Self.id(of: wish)
        let name = try wish.optionalText("name")?.asFileName ?? "file"
        let now = clock.now
        let content = NewContent(
            id: id, conversation: place, name: name, kind: kind, storedAt: now,
            expiresAt: now + ContentRules.uploadLife, chat: conversation, sender: sender)
        let upload = try await refusing { try await store.announce(NewUpload(content, size: size), quota: rules.quota) }
        // Content without bytes is complete from the start.
        if upload.isWhole, try await store.upload(id) != nil { return try await keep(upload, for: sender) }
        return try await view(id, for: sender)
    }

    private static func id(of wish: JSONValue) throws(ChatRefusal) -> String {
        guard let wished = wish["id"], !wished.isNull else { return UUID().uuidString.lowercased() }
        guard let id = wished.string.flatMap({ UUID(uuidString: $0) }) else {
            throw ChatRefusal(.malformed, "`id` must be a UUID")
        }
        return id.uuidString.lowercased()
    }

    /// The outcome of receiving bytes of an upload.
    public enum Progress: Sendable, Hashable {
        /// The number of bytes stored so far; more are expected.
        case incomplete(received: Int)
        /// The bytes do not start at the next expected one; nothing was stored.
        case misplaced(received: Int)
        case whole(ContentView)
    }

    /// Receives bytes of a file. Bytes that arrived before a connection broke are kept.
    ///
    /// - Parameters:
    ///   - length: the number of bytes that the sender announces; `nil` when unknown.
    ///   - range: the range of the bytes within the file; `nil` for all of them.
    public func receive<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, announcing length: Int? = nil, _ range: ContentRange?, of id: String, by sender: String
    ) async throws -> Progress where Pieces.Element == Data {
        guard let upload = try await upload(id, by: sender) else { return .whole(try await view(id, for: sender)) }
        if let total = range?.total, total != upload.size {
            throw ChatRefusal(.malformed, "the file was announced with \(upload.size) bytes, not \(total)")
        }
        var received = upload.received
        switch range {
        case .asking: try await Self.expectNone(pieces, of: length)
        case .bytes(let bytes, _):
            guard bytes.upperBound < upload.size else { throw ChatRefusal(.malformed, "the file ends before that") }
            guard bytes.lowerBound <= received else { return .misplaced(received: received) }
            received = try await append(pieces, to: upload, at: bytes.lowerBound)
        case nil:
            guard length ?? 0 <= upload.size else { throw ChatRefusal(ContentError.tooLong) ?? ContentError.tooLong }
            received = try await append(pieces, to: upload, at: 0)
        }
        guard received == upload.size else { return .incomplete(received: received) }
        return .whole(try await keep(upload, for: sender))
    }

    private static func expectNone<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, of length: Int?
    ) async throws where Pieces.Element == Data {
        let refusal = ChatRefusal(.malformed, "a `Content-Range` without positions asks, and comes without bytes")
        guard length ?? 0 == 0 else { throw refusal }
        for try await piece in pieces where !piece.isEmpty { throw refusal }
    }

    private func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to upload: Upload, at start: Int
    ) async throws -> Int where Pieces.Element == Data {
        let steps = ProgressSteps(from: start, of: upload.size)
        let watched = pieces.map { piece in
            if let reached = steps.take(piece.count) { await show(upload, received: max(reached, upload.received)) }
            return piece
        }
        do {
            let received = try await refusing { try await store.append(watched, to: upload, at: start) }
            if received < upload.size { await show(upload, received: received) }
            return received
        } catch {
            if let held = try await store.upload(upload.content.id) { await show(held, received: held.received) }
            throw error
        }
    }

    private func keep(_ upload: Upload, for sender: String) async throws -> ContentView {
        let now = clock.now
        _ = try await refusing { try await store.complete(upload, at: now, until: now + rules.retention) }
        await show(upload, received: upload.size)
        return try await view(upload.content.id, for: sender)
    }

    /// Aborts the upload of a file; a file that has arrived completely stays.
    public func giveUp(_ id: String, by sender: String) async throws {
        guard let upload = try await upload(id, by: sender) else {
            throw ChatRefusal(.taken, "the file was already uploaded")
        }
        try await store.giveUp(upload)
        if let chat = upload.content.chat { board.remove(id, in: chat) }
    }

    /// Returns the upload of a file that the sender is sending; `nil` when it is complete.
    private func upload(_ id: String, by sender: String) async throws -> Upload? {
        let upload = try await announced(id)
        let found = if let upload { upload.content } else { try await stored(id)?.content }
        guard let found, let chat = found.chat, found.sender == sender,
            try await places.isMember(sender, of: chat)
        else { throw ChatRefusal.noContent }
        return upload
    }

    /// An upload in progress by the id that a caller names; the database has no text with U+0000 to look for.
    func announced(_ id: String) async throws -> Upload? { id.utf8.contains(0) ? nil : try await store.upload(id) }

    /// A stored file by the id that a caller names.
    func stored(_ id: String) async throws -> StoredContent? {
        id.utf8.contains(0) ? nil : try await store.content(id)
    }

    /// Reports the progress of an upload to all participants.
    private func show(_ upload: Upload, received: Int) async {
        guard let chat = upload.content.chat else { return }
        let all = board.note(upload.content.id, TransferProgress(total: upload.size, completed: received), in: chat)
        let status: TransferStatus = received == upload.size ? .readyForDownload : TransferStatus(uploaded: received)
        await tell(
            chat,
            [
                "id": .string(ContentView.prefix + upload.content.id), "conversation": .string(chat),
                "sender": .string(upload.content.sender ?? ""), "status": .string(status.rawValue),
                "size": .int(upload.size), "received": .int(received), "progress": all,
            ])
    }

    /// Runs work on the store and converts its errors to refusals where the caller can act on them.
    func refusing<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as ContentError {
            throw ChatRefusal(error) ?? error
        }
    }
}

extension ChatRefusal {
    static let noContent = ChatRefusal(.notFound, "there is no such content, or it was deleted")
    static let noConversation = ChatRefusal(.notFound, "there is no such conversation")

    /// The refusal for the sender of a file; `nil` when the error is the server's own.
    init?(_ error: ContentError) {
        switch error {
        case .taken: self.init(.taken, "another content has this id")
        case .noConversation: self = .noContent
        case .tooLong: self.init(.malformed, error.description)
        case .noRoom, .conversationFull: self.init(.tooLarge, error.description)
        case .totalReached, .noDiskSpace:
            self.init(.noRoom, "files cannot be stored at present; try again later")
            cause = error.description
        case .gap, .superseded, .differs: self.init(.taken, error.description)
        case .noKey, .damaged, .disk: return nil
        }
    }
}
