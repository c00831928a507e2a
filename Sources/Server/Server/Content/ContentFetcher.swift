import AppleMessages
import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import Logging
import MessageModel
import ServerMetrics
import ServiceLifecycle

/// Downloads files that customers sent from Apple's store and keeps them.
///
/// A file that is already kept is not downloaded again, so a fetch can be repeated.
struct ContentFetcher: FileFetcher {
    /// `nil` when only the web chat is served.
    let apple: AppleParts?
    let content: any UploadStore
    let settings: ContentSettings
    let clock: any WallClock
    let logger: Logger

    /// The delay before each retry; the last one repeats.
    private static let waits: [TimeLength] = [.seconds(1), .seconds(4), .seconds(15), .minutes(1)]
    /// How long a customer waits for files that may still arrive.
    private static let patience = TimeLength.minutes(5)

    /// What the files of one message have in common.
    private struct Origin {
        let conversation: ConversationKey
        /// The id of the arrival.
        let cause: String?
        let isPrivate: Bool
    }

    func fetch(
        _ fetch: FileFetch, in conversation: ConversationKey, cause: String?
    ) async throws(FetchFailure) -> [FileReference] {
        let origin = Origin(conversation: conversation, cause: cause, isPrivate: fetch.isPrivate)
        let end = clock.now + Self.patience
        var fetched: [FileReference] = []
        do throws(StoreFailure) {
            for file in fetch.files { fetched.append(try await self.fetch(file, from: origin, until: end)) }
            return fetched
        } catch {
            var metadata: Logger.Metadata = ["key": "\(fetch.id)", "problem": "\(error.problem)", "reason": "\(error)"]
            metadata["arrival"] = cause.map { "\($0)" }
            logger.notice("file download failed", metadata: metadata)
            throw FetchFailure(error.problem)
        }
    }

    private func fetch(
        _ file: HeardFile, from origin: Origin, until end: Moment
    ) async throws(StoreFailure) -> FileReference {
        var tries = 0
        while true {
            do throws(StoreFailure) {
                return try await fetchOnce(file, from: origin)
            } catch {
                let wait = Self.waits[min(tries, Self.waits.count - 1)]
                guard error.mayPass, clock.now + wait < end, await rest(wait) else { throw error }
                tries += 1
            }
        }
    }

    /// Waits, and returns whether to retry: not when the server is shutting down, since the next one downloads the file
    /// again.
    private func rest(_ length: TimeLength) async -> Bool {
        do {
            try await cancelWhenGracefulShutdown { try await clock.sleep(until: clock.now + length) }
        } catch {
            return false
        }
        return !Task.isShuttingDownGracefully
    }

    private func fetchOnce(_ file: HeardFile, from origin: Origin) async throws(StoreFailure) -> FileReference {
        do {
            let kept =
                if let kept = try await content.content(file.file.id), kept.content.conversation == origin.conversation
                {
                    try await sealed(kept, origin)
                } else {
                    try await download(file, from: origin)
                }
            var fetched = file.file
            fetched.size = kept.size
            return fetched
        } catch let error as StoreFailure {
            throw error
        } catch let error as ContentError {
            throw StoreFailure(error)
        } catch {
            throw .disk("\(error)")
        }
    }

    /// Seals a file that was kept before it was known to be private.
    private func sealed(_ kept: StoredContent, _ origin: Origin) async throws -> StoredContent {
        guard origin.isPrivate, !kept.content.isPrivate else { return kept }
        return try await content.seal(kept)
    }

    private func download(_ file: HeardFile, from origin: Origin) async throws -> StoredContent {
        guard let source = file.source.flatMap({ FileSource($0, size: file.file.size, kind: file.file.kind) }) else {
            throw StoreFailure.unusable("the message has no address of the file")
        }
        guard source.key != nil else { throw StoreFailure.wrongKey }
        guard let apple else { throw StoreFailure.unusable("the server is not connected to Apple") }
        try await content.checkRoom(
            for: file.file.size, largest: settings.largestOfApple, in: origin.conversation)
        let path = "\(content.workFolder)/\(UUID().uuidString.lowercased())"
        // A long download does not delay a shutdown; the next server starts it again.
        let checksum = try await cancelWhenGracefulShutdown {
            try await apple.store.download(
                source, for: origin.conversation.business, to: path, limit: settings.largestOfApple)
        }
        if checksum == .differs {
            apple.mismatches.add()
            logger.notice(
                "file checksum differs, file accepted", metadata: origin.cause.map { ["arrival": "\($0)"] } ?? [:])
        }
        let now = clock.now
        return try await content.keep(
            NewContent(
                id: file.file.id, conversation: origin.conversation, name: file.file.name, kind: file.file.kind,
                storedAt: now, expiresAt: now + settings.retention, isPrivate: origin.isPrivate),
            from: path)
    }
}

extension StoreFailure {
    /// Why a file could not be kept. A lack of space is not retried: the flow continues without the file.
    fileprivate init(_ error: ContentError) {
        switch error {
        case .taken, .noConversation, .noKey, .damaged, .gap, .differs, .tooLong, .superseded:
            self = .unusable("\(error)")
        case .noRoom, .conversationFull, .totalReached, .noDiskSpace: self = .noRoom("\(error)")
        case .disk: self = .disk("\(error)")
        }
    }

    /// The name of the failure in histories and logs.
    fileprivate var problem: String {
        switch self {
        case .expired: "expired"
        case .tooLarge: "too large"
        case .truncated: "truncated"
        case .damaged: "damaged"
        case .wrongKey: "wrong key"
        case .noRoom: "no room"
        case .refused, .unreachable, .unusable, .disk: "unreachable"
        }
    }
}
