public import Channels
public import ConversationRuntime
import Expressions
import Foundation
import JSON
public import Logging
import MessageParts
public import OpenGraph
public import ServiceLifecycle

/// Completes the links of messages by what their pages say of themselves. What the sender has said stays.
///
/// It comes after the message, which nobody waits for it to show. What was not done when the server ended is done after its next
/// start, unless the message is older than an hour: a link is good without.
public struct LinkEnrichment: Service {
    private let queue: LinkQueue
    private let keeper: ChatKeeper
    private let previews: any LinkPreviewSource
    private let content: ChatContent?
    private let clock: any WallClock
    private let logger: Logger

    private static let atOnce = 4
    /// How old messages may be of which a start looks whether their links still wait.
    private static let age = TimeLength.hours(1)

    /// - Parameters:
    ///   - queue: what the keeper of messages is told of.
    ///   - content: keeps the pictures of pages; without it there are none.
    public init(
        queue: LinkQueue, keeper: ChatKeeper, previews: any LinkPreviewSource, content: ChatContent?,
        clock: any WallClock, logger: Logger
    ) {
        self.queue = queue
        self.keeper = keeper
        self.previews = previews
        self.content = content
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled or the server shuts down gracefully; a page that is being asked is waited for.
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

    /// Those that waited when the last server ended. A page that had nothing to say is asked once more; a message that has
    /// changed since it was sent is not looked at again.
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

    /// What a link says when it says all that its page does.
    private func members(of preview: LinkPreview, _ address: String, for message: ChatMessage) async -> JSONObject {
        var members = JSONObject()
        members.set("title", preview.title.map { .string($0) })
        members.set("description", preview.description.map { .string($0) })
        members.set("author", preview.author.map { .string($0) })
        let picture = await picture(of: preview, address, for: message)
        members.set("image_url", picture.map { .string($0) })
        return members
    }

    /// The picture of a page, as it is kept; a link is good without.
    private func picture(of preview: LinkPreview, _ address: String, for message: ChatMessage) async -> String? {
        guard let picture = preview.picture, let content else { return nil }
        do {
            return try await content.keep(picture, of: address, in: message.conversation)
        } catch {
            logger.notice(
                "link picture not kept",
                metadata: ["reason": "\(error)", "conversation": .string(message.conversation)])
            return nil
        }
    }
}

/// Messages with links of which more can be told.
public final class LinkQueue: Sendable {
    let messages: AsyncStream<ChatMessage>
    private let gate: AsyncStream<ChatMessage>.Continuation

    /// How many messages may wait; of more, the oldest are left as they are.
    static let mostWaiting = 500
    /// Links of one message.
    private static let mostLinks = 5

    public init() {
        (messages, gate) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    /// Looks at a message that has come.
    public func take(_ message: ChatMessage) {
        if !Self.links(in: message).isEmpty { gate.yield(message) }
    }

    func finish() { gate.finish() }

    /// The addresses of its links of which more can be told.
    static func links(in message: ChatMessage) -> [String] {
        Array(JSONParts(json: message.parts).parts.compactMap(\.incompleteLink).prefix(mostLinks))
    }
}

extension MessagePart {
    private static let members = ["title", "description", "image_url", "author"]
    private static let textType = "application/vnd.layer.text+json"
    private static let linkType = "application/vnd.layer.link+json"

    private var object: JSONObject? { body.flatMap { try? JSONValue(parsing: $0) }?.object }

    /// The address that it links, if it says less of it than a link can. Words that are nothing but an address are a link.
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

    /// With what it leaves out filled in.
    fileprivate func completed(by found: [String: JSONObject]) -> MessagePart {
        guard let address = incompleteLink, let members = found[address], var object else { return self }
        var part = self
        var type = MIMEType(parsing: mimeType)
        if type.type == Self.textType {
            // An address alone becomes a link only when its page has a name.
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
