public import Channels
public import ConversationRuntime
import Expressions
import Foundation
import JSON
public import Logging
import MessageParts
public import OpenGraph
public import ServiceLifecycle

/// Completes links in messages with the metadata of their pages. Values set by the sender are kept.
///
/// It runs after the message is sent, so that no message is delayed by it. Links that were pending when the server
/// stopped are completed after its next start, unless the message is older than an hour: a link is usable without
/// metadata.
public struct LinkEnrichment: Service {
    private let queue: LinkQueue
    private let keeper: ChatMessages
    private let previews: any LinkPreviewSource
    private let content: ChatContent?
    private let clock: any WallClock
    private let logger: Logger

    private static let atOnce = 4
    /// The maximum age of messages whose links are checked at start.
    private static let age = TimeLength.hours(1)

    /// - Parameters:
    ///   - queue: receives new messages from the keeper of messages.
    ///   - content: stores the pictures of pages; `nil` leaves pictures out.
    public init(
        queue: LinkQueue, keeper: ChatMessages, previews: any LinkPreviewSource, content: ChatContent?,
        clock: any WallClock, logger: Logger
    ) {
        self.queue = queue
        self.keeper = keeper
        self.previews = previews
        self.content = content
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled or the server shuts down gracefully; a fetch in progress is finished.
    public func run() async {
        await takeLeftBehind()
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                var running = 0
                for await message in queue.messages {
                    guard !Task.isShuttingDownGracefully else { break }
                    if running == Self.atOnce { await group.next() } else { running += 1 }
                    group.addTask { await enrich(message) }
                }
            }
        } onCancelOrGracefulShutdown: {
            queue.finish()
        }
    }

    /// Processes the messages that were pending when the last server stopped. A page without metadata is fetched once
    /// more; a message that has changed since it was sent is skipped.
    private func takeLeftBehind() async {
        let left = try? await keeper.store.chatMessages(since: clock.now - Self.age, limit: LinkQueue.mostWaiting)
        for message in left ?? [] where message.revision == message.firstRevision { queue.take(message) }
    }

    private func enrich(_ message: ChatMessage) async {
        var found: [String: JSONObject] = [:]
        for address in LinkQueue.links(in: message) {
            guard !Task.isShuttingDownGracefully else { return }
            if let preview = await previews.preview(of: address) {
                found[address] = await members(of: preview, address, for: message)
            }
        }
        let known = found
        guard !known.isEmpty else { return }
        try? await keeper.change(message.id, in: message.conversation) { current in
            let parts = JSONParts(json: current.parts).parts
            let completed = parts.map { $0.completed(by: known) }
            return completed == parts ? nil : JSONParts(completed)
        }
    }

    /// Returns the members of a link with all metadata of its page.
    private func members(of preview: LinkPreview, _ address: String, for message: ChatMessage) async -> JSONObject {
        var members = JSONObject()
        members.set("title", preview.title.map { .string($0) })
        members.set("description", preview.description.map { .string($0) })
        members.set("author", preview.author.map { .string($0) })
        let picture = await picture(of: preview, address, for: message)
        members.set("image_url", picture.map { .string($0) })
        return members
    }

    /// Returns the stored picture of a page; a link is usable without one.
    private func picture(of preview: LinkPreview, _ address: String, for message: ChatMessage) async -> String? {
        guard let picture = preview.picture, let content else { return nil }
        do {
            return try await content.keep(picture, of: address, in: message.conversation)
        } catch {
            logger.notice(
                "could not store a link picture",
                metadata: ["reason": "\(error)", "conversation": .string(message.conversation)])
            return nil
        }
    }
}

/// The queue of messages with incomplete links.
public final class LinkQueue: Sendable {
    let messages: AsyncStream<ChatMessage>
    private let gate: AsyncStream<ChatMessage>.Continuation

    /// The maximum number of waiting messages; beyond it, the oldest are left unchanged.
    static let mostWaiting = 500
    /// The maximum number of links of one message.
    private static let mostLinks = 5

    public init() {
        (messages, gate) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    /// Enqueues a new message if it has incomplete links.
    public func take(_ message: ChatMessage) {
        if !Self.links(in: message).isEmpty { gate.yield(message) }
    }

    func finish() { gate.finish() }

    /// Returns the addresses of its incomplete links.
    static func links(in message: ChatMessage) -> [String] {
        Array(JSONParts(json: message.parts).parts.compactMap(\.incompleteLink).prefix(mostLinks))
    }
}

extension MessagePart {
    private static let members = ["title", "description", "image_url", "author"]
    private static let textType = "application/vnd.layer.text+json"
    private static let linkType = "application/vnd.layer.link+json"

    private var object: JSONObject? { body.flatMap { try? JSONValue(parsing: $0) }?.object }

    /// The address that the part links, if the link lacks metadata. Text that consists of an address only counts as a
    /// link.
    fileprivate var incompleteLink: String? {
        let type = MIMEType(parsing: mimeType)
        switch type.type {
        case Self.linkType:
            guard let object, let address = object["url"]?.string, Self.isOfTheWeb(address) else { return nil }
            return Self.members.contains { object[$0] == nil } ? address : nil
        case Self.textType where type["role"] == "root":
            guard let object, object.count == 1, let text = object["text"]?.string else { return nil }
            let address = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return Self.isOfTheWeb(address) ? address : nil
        default: return nil
        }
    }

    private static func isOfTheWeb(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, !address.contains(where: \.isWhitespace), let url = URL(string: address)
        else {
            return false
        }
        return ["https", "http"].contains(url.scheme?.lowercased() ?? "") && url.host() != nil
    }

    /// Returns the part with its missing members filled in.
    fileprivate func completed(by found: [String: JSONObject]) -> MessagePart {
        guard let address = incompleteLink, let members = found[address], var object else { return self }
        var part = self
        var type = MIMEType(parsing: mimeType)
        if type.type == Self.textType {
            // A bare address becomes a link only when its page has a title.
            guard members["title"] != nil else { return self }
            type.type = Self.linkType
            object = ["url": .string(address)]
        }
        for (name, value) in members where object[name] == nil { object[name] = value }
        part.mimeType = type.text
        part.body = JSONValue.object(object).text
        return part
    }
}
