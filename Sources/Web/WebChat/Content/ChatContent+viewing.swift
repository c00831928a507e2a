import Channels
import ConversationRuntime
import Expressions
public import Foundation
import JSON
public import MessageParts

/// How viewers see content and download it.
extension ChatContent {
    /// Returns content as a participant sees it, with a new link.
    ///
    /// - Parameter message: the message that holds the content itself; `nil` for files.
    public func view(
        _ id: String, of message: MessageAddress? = nil, for viewer: String
    ) async throws -> ContentView {
        if let message {
            let (contents, item) = try await kept(id, in: message, for: viewer)
            let got = try await store.downloads(of: [id], by: viewer)[id]
            return view(of: item, in: contents, for: viewer, downloaded: got)
        }
        if let upload = try await announced(id) {
            return try await member(viewer, upload.content) { view(of: upload, for: viewer) }
        }
        guard let kept = try await kept(id) else { throw ChatRefusal.noContent }
        let downloads = try await store.downloads(of: [id], by: viewer)
        return try await member(viewer, kept.content) { view(of: kept, for: viewer, downloaded: downloads[id]) }
    }

    private func member(
        _ viewer: String, _ content: NewContent, _ view: () -> ContentView
    ) async throws -> ContentView {
        guard let chat = content.chat, try await places.isMember(viewer, of: chat) else { throw ChatRefusal.noContent }
        return view()
    }

    /// Returns the content of a conversation: transfers in progress first, then newest first.
    ///
    /// - Parameter statuses: the statuses to include; empty for all.
    public func list(
        in conversation: String, for viewer: String, _ statuses: Set<TransferStatus>
    ) async throws -> (views: [ContentView], progress: AggregateProgress<String>) {
        guard try await places.isMember(viewer, of: conversation) else { throw ChatRefusal.noConversation }
        let uploads = try await store.uploads(in: conversation, limit: Self.longestList)
        let kept = try await store.contents(in: conversation, limit: Self.longestList).filter(isLasting)
        let downloads = try await store.downloads(of: kept.map(\.content.id), by: viewer)
        let views =
            uploads.map { view(of: $0, for: viewer) }
            + kept.map { view(of: $0, for: viewer, downloaded: downloads[$0.content.id]) }
        let wanted = views.filter { statuses.isEmpty || statuses.contains($0.status) }
        return (wanted, AggregateProgress(wanted.map { ($0.id, $0.progress) }))
    }

    private static var longestList: Int { 500 }

    private func view(of upload: Upload, for viewer: String) -> ContentView {
        let content = upload.content
        return ContentView(
            id: content.id, conversation: content.chat ?? "", sender: content.sender ?? "", name: content.name,
            kind: content.kind, size: upload.size, received: upload.received,
            status: TransferStatus(uploaded: upload.received),
            progress: TransferProgress(total: upload.size, completed: upload.received),
            isAutomatic: rules.automatic.fetches(content.kind, size: upload.size),
            uploadURL: content.sender == viewer ? ContentLinks.upload(content.id) : nil)
    }

    func view(of kept: StoredContent, for viewer: String, downloaded: Int?) -> ContentView {
        let content = kept.content
        let arrived = content.sender == viewer ? kept.size : downloaded
        return ContentView(
            id: content.id, conversation: content.chat ?? "", sender: content.sender ?? "", name: content.name,
            kind: content.kind, size: kept.size, received: kept.size,
            status: TransferStatus(downloaded: arrived, of: kept.size),
            progress: TransferProgress(total: kept.size, completed: arrived ?? 0),
            isAutomatic: rules.automatic.fetches(content.kind, size: kept.size),
            download: links.download(
                content.id, of: nil, for: viewer, at: clock.now, notAfter: content.expiresAt))
    }

    /// Returns the view of content that the message holds itself. The message cannot be read without it, so it is
    /// fetched automatically.
    func view(
        of item: MessageContents.Item, in contents: MessageContents, for viewer: String, downloaded: Int?
    ) -> ContentView {
        let sender = contents.message.sender
        let arrived = sender == viewer ? item.size : downloaded
        var isAutomatic = true
        if case .file(let file) = item.source {
            isAutomatic = rules.automatic.fetches(file.kind, size: file.size)
        }
        return ContentView(
            id: item.id, conversation: contents.message.conversation, sender: sender, name: item.name,
            kind: item.kind, size: item.size, received: item.size,
            status: TransferStatus(downloaded: arrived, of: item.size),
            progress: TransferProgress(total: item.size, completed: arrived ?? 0), isAutomatic: isAutomatic,
            download: links.download(
                item.id, of: contents.address, for: viewer, at: clock.now, notAfter: nil),
            message: contents.address)
    }

    private func kept(
        _ id: String, in address: MessageAddress, for viewer: String
    ) async throws -> (MessageContents, MessageContents.Item) {
        guard !address.conversation.utf8.contains(0), !address.message.utf8.contains(0) else {
            throw ChatRefusal.noContent
        }
        guard let message = try await places.message(at: address, for: viewer) else { throw ChatRefusal.noContent }
        let contents = MessageContents(message, project)
        guard let item = contents.item(id) else { throw ChatRefusal.noContent }
        return (contents, item)
    }

    func kept(_ id: String) async throws -> StoredContent? {
        try await stored(id).flatMap { isLasting($0) ? $0 : nil }
    }

    private func isLasting(_ content: StoredContent) -> Bool { content.content.expiresAt > clock.now }

    // Links.

    /// The query of a link.
    public struct Ticket: Sendable, Hashable {
        public var viewer: String
        public var expires: Int
        public var signature: String

        public init(viewer: String, expires: Int, signature: String) {
            self.viewer = viewer
            self.expires = expires
            self.signature = signature
        }
    }

    /// Returns the content that a link leads to, for the viewer for whom the link was made.
    ///
    /// - Parameter message: the message that holds the content itself; `nil` for files.
    public func open(_ id: String, of message: MessageAddress? = nil, _ ticket: Ticket) async throws -> Download {
        guard links.isSigned(id, viewer: ticket.viewer, expires: ticket.expires, signature: ticket.signature) else {
            throw ChatRefusal(.forbidden, "this link was not issued by this server")
        }
        guard Moment(seconds: ticket.expires) > clock.now else {
            throw ChatRefusal(.forbidden, "the link has expired; request a new one at `refresh_url`")
        }
        if let message {
            let (contents, item) = try await kept(id, in: message, for: ticket.viewer)
            return Download(item, of: contents.message)
        }
        guard let kept = try await kept(id), let chat = kept.content.chat,
            try await places.isMember(ticket.viewer, of: chat)
        else { throw ChatRefusal.noContent }
        return Download(kept)
    }

    /// Reads a range of the content for a viewer, and records how much of it they have received.
    public func read(
        _ content: Download, _ range: Range<Int>, for viewer: String, _ take: (Data) async throws -> Void
    ) async throws {
        var taken = range.lowerBound
        do {
            try await content.read(range, from: store) { piece in
                try await take(piece)
                taken += piece.count
            }
        } catch {
            try await note(content, from: range.lowerBound, to: taken, by: viewer)
            throw error
        }
        try await note(content, from: range.lowerBound, to: taken, by: viewer)
    }

    /// Only bytes that continue what the viewer already has count: a viewer who jumps to the end of a film has not
    /// received it.
    private func note(_ content: Download, from start: Int, to end: Int, by viewer: String) async throws {
        guard viewer != content.sender else { return }
        let held = start == 0 ? 0 : try await store.downloads(of: [content.id], by: viewer)[content.id]
        guard start <= held ?? 0 else { return }
        _ = try await store.noteDownload(of: content.id, in: content.chat, by: viewer, bytes: end)
    }

    /// Records how much of the content a viewer reports as received.
    public func note(
        _ received: Int, of id: String, in message: MessageAddress? = nil, by viewer: String
    ) async throws -> ContentView {
        let view = try await view(id, of: message, for: viewer)
        guard received >= 0, received <= view.size else {
            throw ChatRefusal(.malformed, "`received` must be a number of bytes, at most \(view.size)")
        }
        guard viewer != view.sender else { return view }
        _ = try await store.noteDownload(of: id, in: message?.conversation, by: viewer, bytes: received)
        return try await self.view(id, of: message, for: viewer)
    }

    /// Records that a viewer deleted their copy to free space; the content can be downloaded again.
    public func letGo(
        of id: String, in message: MessageAddress? = nil, by viewer: String
    ) async throws -> ContentView {
        let view = try await view(id, of: message, for: viewer)
        guard view.status > .uploading, viewer != view.sender else { return view }
        try await store.forgetDownload(of: id, by: viewer)
        return try await self.view(id, of: message, for: viewer)
    }
}
