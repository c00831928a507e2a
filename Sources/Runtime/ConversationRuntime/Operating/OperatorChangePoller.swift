import Channels
import Concurrency
import Expressions
import Logging
import ServiceLifecycle

/// Polls for changes that operators have made in other processes, and applies them; and looks for calls that other servers
/// have left. Every server reads the log of changes for itself.
struct OperatorChangePoller: Sendable {
    let conversations: Conversations
    let store: any SessionStore
    let clock: any WallClock
    private let reading: FailureLog
    private let applying: FailureLog
    private let nap: InterruptibleSleep
    private let isRung = Watched(false)

    init(conversations: Conversations, store: any SessionStore, clock: any WallClock, logger: Logger) {
        self.conversations = conversations
        self.store = store
        self.clock = clock
        reading = FailureLog(
            "could not read operator changes", end: "operator changes read again", clock: clock, logger: logger)
        applying = FailureLog(
            "could not apply an operator change", end: "operator changes applied again", clock: clock, logger: logger)
        nap = InterruptibleSleep(clock: clock)
    }

    /// Looks now.
    func look() {
        isRung.change { $0 = true }
        nap.wake()
    }

    private static let pause = TimeLength.milliseconds(1_500)
    /// The number of notices read at a time.
    private static let page = 100

    /// How far this server has read the log.
    struct Place: Sendable {
        var last: Int64?
        /// Notices that could not be applied, and are tried again.
        var failed: Set<Int64> = []
    }

    /// Where to begin, before anything of the store is cached: earlier changes are in what will be read, and only requests
    /// remain to be carried out.
    func begin() async -> Place {
        var place = Place()
        do {
            while let found = try await next(after: place.last) {
                place.failed.formUnion(found.filter(\.isRequest).map(\.id))
                place.last = found.last?.id
            }
            return place
        } catch {
            reading.failed(error)
            return Place()
        }
    }

    /// Runs until the task is cancelled or the server shuts down.
    func run(from place: Place) async {
        var place = place
        var nextSweep = clock.now + Calls.sweepPause
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            isRung.change { $0 = false }
            do {
                try await poll(&place)
                reading.succeeded()
            } catch {
                reading.failed(error)
            }
            if nextSweep <= clock.now {
                await conversations.calls.readAgain()
                nextSweep = clock.now + Calls.sweepPause
            }
            await nap.restUntilShutdown(or: clock.now + Self.pause) { isRung.value }
        }
    }

    /// Applies what is new; what cannot be applied is retried at the next poll and does not delay the rest.
    private func poll(_ place: inout Place) async throws {
        for id in place.failed.sorted() {
            let found = try await store.notices(after: id - 1, limit: 1).filter { $0.id == id }
            if await apply(found).isEmpty { place.failed.remove(id) }
        }
        while let found = try await next(after: place.last) {
            place.failed.formUnion(await apply(found))
            place.last = found.last?.id
        }
        conversations.noteApplied(place.last ?? 0)
    }

    /// The next notices; `nil` when there are none.
    private func next(after last: Int64?) async throws -> [Notice]? {
        let found = try await store.notices(after: last, limit: Self.page)
        return found.isEmpty ? nil : found
    }

    /// Applies notices. Returns the numbers of those that cannot be applied.
    private func apply(_ notices: [Notice]) async -> [Int64] {
        await conversations.reread(notices.compactMap(\.session))
        var failed: [Int64] = []
        for notice in notices {
            guard case .again(let id, let letter) = notice.kind else { continue }
            do {
                try await conversations.answerAgain(letter, id)
                applying.succeeded()
            } catch {
                applying.failed(error)
                failed.append(notice.id)
            }
        }
        return failed
    }
}

extension Notice {
    /// The session that has changed.
    fileprivate var session: SessionID? { if case .changed(let session) = kind { session } else { nil } }

    fileprivate var isRequest: Bool { session == nil }
}

extension Conversations {
    /// Rereads what belongs to sessions that another process has changed. Idempotent.
    fileprivate func reread(_ sessions: [SessionID]) async {
        guard !sessions.isEmpty else { return }
        for session in Set(sessions).sorted() {
            forget(session)
            outbox.readAgain(session)
        }
        await calls.readAgain()
        alarm.set(clock.now)
    }
}
