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

/// Downloads files that customers sent from Apple's store and keeps them; it forwards every other call to `others`.
///
/// A file that is already kept is not downloaded again, so a call can be repeated.
struct ContentFetcher: ActionCaller {
    let apple: AppleStore
    let content: any UploadStore
    let settings: ContentSettings
    let clock: any WallClock
    let logger: Logger
    /// Counts files that were accepted although their checksum differs.
    let mismatches: Counter
    let others: any ActionCaller

    /// The delay before each retry; the last one repeats.
    private static let waits: [TimeLength] = [.seconds(1), .seconds(4), .seconds(15), .minutes(1)]
    /// How long a customer waits for files that may still arrive.
    private static let patience = TimeLength.minutes(5)

    func call(_ call: ActionCall) async -> ActionOutcome {
        guard call.action == FileFetch.action else { return await others.call(call) }
        let end = clock.now + Self.patience
        var fetched: [FileReference] = []
        do throws(StoreFailure) {
            for file in FileFetch.files(in: call.inputs) {
                fetched.append(try await fetch(file, call, until: end))
            }
            return .gave(FileFetch.results(fetched))
        } catch {
            var metadata: Logger.Metadata = ["key": "\(call.key)", "problem": "\(error.problem)", "reason": "\(error)"]
            metadata["arrival"] = call.cause.map { "\($0)" }
            logger.notice("a file could not be fetched", metadata: metadata)
            return .failed(error.problem)
        }
    }

    private func fetch(
        _ file: HeardFile, _ call: ActionCall, until end: Moment
    ) async throws(StoreFailure) -> FileReference {
        var tries = 0
        while true {
            do throws(StoreFailure) {
                return try await fetchOnce(file, call)
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

    private func fetchOnce(_ file: HeardFile, _ call: ActionCall) async throws(StoreFailure) -> FileReference {
        do {
            let kept =
                if let kept = try await content.content(file.file.id), kept.content.conversation == call.conversation {
                    try await sealed(kept, call)
                } else {
                    try await download(file, call)
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
    private func sealed(_ kept: StoredContent, _ call: ActionCall) async throws -> StoredContent {
        guard FileFetch.isPrivate(call.inputs), !kept.content.isPrivate else { return kept }
        return try await content.seal(kept)
    }

    private func download(_ file: HeardFile, _ call: ActionCall) async throws -> StoredContent {
        guard let source = file.source.flatMap({ FileSource($0, size: file.file.size, kind: file.file.kind) }) else {
            throw StoreFailure.unusable("the message does not say where the file is")
        }
        guard source.key != nil else { throw StoreFailure.wrongKey }
        try await content.checkRoom(
            for: file.file.size, largest: settings.largestOfApple, in: call.conversation)
        let path = "\(content.workFolder)/\(UUID().uuidString.lowercased())"
        // A long download does not delay a shutdown; the next server starts it again.
        let checksum = try await cancelWhenGracefulShutdown {
            try await apple.download(source, for: call.conversation.business, to: path, limit: settings.largestOfApple)
        }
        if checksum == .differs {
            mismatches.add()
            logger.notice(
                "took a file whose checksum differs", metadata: call.cause.map { ["arrival": "\($0)"] } ?? [:])
        }
        let now = clock.now
        return try await content.keep(
            NewContent(
                id: file.file.id, conversation: call.conversation, name: file.file.name, kind: file.file.kind,
                storedAt: now, expiresAt: now + settings.retention, isPrivate: FileFetch.isPrivate(call.inputs)),
            from: path)
    }
}

extension StoreFailure {
    /// Why a file could not be kept. A lack of space is not retried: the flow continues without the file.
    fileprivate init(_ error: ContentError) {
        switch error {
        case .taken, .noConversation, .noKey, .damaged, .gap, .tooLong, .superseded: self = .unusable("\(error)")
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
