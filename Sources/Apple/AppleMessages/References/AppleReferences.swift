public import Channels
import Concurrency
public import CurlClient
import Expressions
import Foundation
import JSON
public import Logging
import MessageModel

/// Fetches what posted messages reference but do not contain: large replies and shared places.
///
/// Apple keeps the data of a reply only for seconds, so it is fetched while the webhook request is open. The number of
/// parallel fetches is limited, and each is limited to 20 seconds: Apple waits 30 for the response
/// (developer.apple.com, Messages Received).
public struct AppleReferences: Sendable {
    static let largestReply = 5 << 20
    static let largestPlace = 64 << 10
    static let largestAnswer = 12 << 20

    private let store: AppleStore
    private let decoder: PayloadDecoder
    /// Limits the parallel fetches, so that a flood of them does not fill the memory.
    private let fetches = AsyncSemaphore(permits: 4, longestLine: 64)
    private let logger: Logger
    private let folder: String
    private let clock: any WallClock
    private let budget: TimeLength
    private let pause: Duration
    private let onMismatch: @Sendable () -> Void

    /// - Parameter onMismatch: called for each file that is accepted although its checksum differs.
    public init(
        settings: AppleSettings, client: CurlClient, clock: any WallClock, logger: Logger,
        onMismatch: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            settings: settings, client: client, clock: clock, logger: logger, patience: .seconds(8),
            pause: .milliseconds(500), folder: NSTemporaryDirectory(), onMismatch: onMismatch)
    }

    /// - Parameters:
    ///   - patience: the time limit for one response.
    ///   - pause: the delay before the next attempt.
    ///   - budget: the time limit for a whole message, by the clock.
    init(
        settings: AppleSettings, client: CurlClient, clock: any WallClock, logger: Logger, patience: Duration,
        pause: Duration, budget: TimeLength = .seconds(20), folder: String,
        onMismatch: @escaping @Sendable () -> Void = {}
    ) {
        store = AppleStore(settings: settings, client: client, clock: clock, folder: folder, patience: patience)
        decoder = PayloadDecoder(
            gateway: settings.gateway, token: store.token, client: client, clock: clock, patience: patience)
        self.logger = logger
        self.folder = folder
        self.clock = clock
        self.budget = budget
        self.pause = pause
        self.onMismatch = onMismatch
    }

    /// Returns the message with its missing part. If that cannot be fetched, the arrival stays as it was posted: an
    /// unreadable reply, or a file.
    public func completed(_ message: PostedMessage) async -> Arrival {
        var arrival = message.arrival
        guard let missing = message.missing else { return arrival }
        let business = arrival.conversation.business
        let id = arrival.id
        let content = await inTime {
            await fetches.withPermit {
                switch missing {
                case .reply(let file, let bid): await reply(file, bid: bid, for: business, id)
                case .place(let file): await place(file, for: business, id)
                }
            } ?? nil
        }
        if let content { arrival.content = content } else { note("referenced message unavailable", id) }
        return arrival
    }

    // Large replies.

    private func reply(
        _ file: FileToFetch, bid: String, for business: String, _ id: String
    ) async -> Arrival.Content? {
        guard let bytes = await bytes(of: file, limit: Self.largestReply, for: business, id) else { return nil }
        while !Task.isCancelled {
            switch await decoder.decode(bytes, bid: bid, for: business) {
            case .decoded(let answer):
                if let content = DecodedReply.content(of: answer) { return content }
                note("decoded reply unreadable", id)
                return DecodedReply.content(of: bytes)
            case .refused(let status):
                note("reply not decoded by Apple", id, reason: "HTTP status \(status)")
                return DecodedReply.content(of: bytes)
            case .again(let reason):
                note("reply not decoded yet", id, reason: reason)
                try? await Task.sleep(for: pause)
            }
        }
        // Too late to ask Apple; the bytes already received can still be parsed.
        return DecodedReply.content(of: bytes)
    }

    // Shared places.

    private func place(_ file: FileToFetch, for business: String, _ id: String) async -> Arrival.Content? {
        guard let bytes = await bytes(of: file, limit: Self.largestPlace, for: business, id) else { return nil }
        return PlaceCard(bytes).place.map { .heard(.place($0)) }
    }

    // Large replies and shared places.

    /// Returns the referenced bytes. Transient failures are retried while there is time.
    private func bytes(of file: FileToFetch, limit: Int, for business: String, _ id: String) async -> [UInt8]? {
        guard let source = FileSource(file.json) else { return nil }
        let path = "\(folder)/usher-\(UUID().uuidString.lowercased())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        while !Task.isCancelled {
            do throws(StoreFailure) {
                let checksum = try await store.download(source, for: business, to: path, limit: limit)
                if checksum == .differs {
                    note("checksum of a referenced message differs, message accepted", id)
                    onMismatch()
                }
                return FileManager.default.contents(atPath: path).map { Array($0) }
            } catch {
                note("download of a referenced message failed", id, reason: "\(error)")
                guard error.mayPass else { return nil }
                try? await Task.sleep(for: pause)
            }
        }
        return nil
    }

    /// Returns the result of `work`; when the time is over, cancels it and returns what it has.
    private func inTime(
        _ work: @escaping @Sendable () async -> Arrival.Content?
    ) async -> Arrival.Content? {
        await withTaskGroup(of: Arrival.Content?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await clock.sleep(until: clock.now + budget)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            return await group.next() ?? nil
        }
    }

    private func note(_ message: String, _ id: String, reason: String? = nil) {
        var metadata: Logger.Metadata = ["arrival": "\(id)"]
        metadata["reason"] = reason.map { "\($0)" }
        logger.notice("\(message)", metadata: metadata)
    }
}
