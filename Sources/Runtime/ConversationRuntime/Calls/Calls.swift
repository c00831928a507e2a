import Channels
import Concurrency
import Expressions
import FlowEngine
import Logging
import Synchronization

/// Performs the requests of turns and reports their outcomes.
///
/// A call stays in the store until its answer has been committed. A restart therefore makes it again under the same
/// key, and the other system must treat both as one.
final class Calls: Sendable {
    /// Commits the outcome of a call.
    typealias Report = @Sendable (StoredCall, ActionOutcome) async throws -> Void

    private struct State {
        /// Calls that are in progress or about to start, by their ids.
        var known: [String: StoredCall] = [:]
        /// Calls that finished while the calls of an earlier run are still being read; `nil` afterwards.
        var ended: Set<String>? = []
    }

    private let store: any SessionStore
    private let performers: RequestPerformers
    private let clock: any WallClock
    private let logger: Logger
    private let reading: FailureLog
    private let storing: FailureLog
    private let state = Mutex(State())
    private let worker = KeyedWorker<String>()
    /// Serialises the agent-desk notices within each conversation.
    private let desks = KeyedLock<ConversationKey>()

    /// The number of calls read at a time after a start.
    private static let batch = 256
    /// How long other servers leave calls alone that this one has claimed. A server that runs claims its calls again long
    /// before that.
    static let claimed = TimeLength.seconds(30)
    /// How often a server looks for calls that others have left, and claims its own again.
    static let sweepPause = TimeLength.seconds(10)

    private let claim: Claim
    /// One search at a time.
    private let searching = AsyncSemaphore(permits: 1)

    /// - Parameter server: the name of this server among those that share the store.
    init(
        store: any SessionStore, performers: RequestPerformers, clock: any WallClock, logger: Logger,
        server: String = "server"
    ) {
        claim = Claim(owner: server, length: Self.claimed)
        self.store = store
        self.performers = performers
        self.clock = clock
        self.logger = logger
        reading = FailureLog("could not read calls, retrying", end: "calls read again", clock: clock, logger: logger)
        storing = FailureLog(
            "could not store the result of a call, retrying", end: "results of calls stored again", clock: clock,
            logger: logger)
    }

    /// Accepts calls that have just been committed.
    func add(_ calls: [StoredCall]) {
        for call in calls {
            let isNew = state.withLock { state in
                guard !(state.ended?.contains(call.request.id) ?? false) else { return false }
                return state.known.updateValue(call, forKey: call.request.id) == nil
            }
            if isNew { worker.open(call.request.id) }
        }
    }

    /// Returns when no call is in progress, or no more are made.
    func untilIdle() async { await worker.untilIdle() }

    /// Makes calls until the task is cancelled or the server shuts down. Calls in progress then get the shutdown grace
    /// period; longer ones are interrupted and repeated under their key after the next start.
    func run(report: @escaping Report) async {
        let isCut = await ShutdownGrace.run(on: clock) {
            await self.worker.run(search: self.recover) { await self.make($0, report) }
        }
        guard isCut else { return }
        let count = state.withLock(\.known.count)
        guard count > 0 else { return }
        logger.notice(
            "calls interrupted by shutdown, repeated after the next start",
            metadata: ["calls": "\(count)"])
    }

    /// Rereads the store for calls that another process has requested, or left.
    func readAgain() async { await recover() }

    /// Finds the calls that no other server makes, such as those left by an earlier run.
    private func recover() async {
        await searching.withPermit {
            state.withLock { $0.ended = $0.ended ?? [] }
            await search()
        }
    }

    private func search() async {
        var last: String?
        while !isStopped {
            do {
                let calls = try await store.claimCalls(after: last, at: clock.now, limit: Self.batch, for: claim)
                reading.succeeded()
                add(calls)
                guard calls.count == Self.batch else { return state.withLock { $0.ended = nil } }
                last = calls.last?.request.id
            } catch {
                reading.failed(error, level: .retry(after: error))
                await pause()
            }
        }
    }

    private func make(_ id: String, _ report: Report) async {
        guard let call = state.withLock({ $0.known[id] }) else { return }
        switch call.request {
        case .call, .fetch: guard await perform(call, report) else { return }
        case .notifyDesk:
            guard await desks.with(call.conversation, { await makeInOrder(upTo: call, report) }) else { return }
        }
        state.withLock { state in
            state.known[id] = nil
            state.ended?.insert(id)
        }
    }

    /// Makes the notices of a conversation in order, up to and including this one. The store also contains those
    /// written by other processes. Returns `false` when the notice is left for the next start.
    private func makeInOrder(upTo call: StoredCall, _ report: Report) async -> Bool {
        while !isStopped {
            do {
                let open = try await store.deskNotices(of: call.conversation)
                guard let first = open.first, open.contains(where: { $0.request.id == call.request.id }) else {
                    return true
                }
                guard try await store.claim(call: first.request.id, at: clock.now, for: claim) else {
                    // Another server makes it, or has just made it.
                    await pause()
                    continue
                }
                reading.succeeded()
                guard await perform(first, report) else { return false }
            } catch {
                reading.failed(error, level: .retry(after: error))
                await pause()
            }
        }
        return false
    }

    /// Makes a call and reports its outcome. Returns `false` when that is left for the next start.
    private func perform(_ call: StoredCall, _ report: Report) async -> Bool {
        let request = call.request
        let (outcome, trace) = await performers.perform(call)
        var call = call
        call.trace = trace ?? call.trace
        // A call that failed because the server is stopping is made again after the next start.
        if case .failed = outcome, isStopped { return false }
        while !Task.isCancelled {
            do {
                try await report(call, outcome)
                storing.succeeded()
                return true
            } catch {
                storing.failed(
                    error, level: .retry(after: error),
                    .cause(call.cause, in: call.trace).merging(
                        ["action": "\(request.storedName)", "key": "\(request.id)"]) { $1 })
                if isStopped { return false }
                await pause()
            }
        }
        return true
    }

    private func pause() async {
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: clock.now + .seconds(1))
    }

    private var isStopped: Bool { worker.isStopped || Task.isCancelled }
}
