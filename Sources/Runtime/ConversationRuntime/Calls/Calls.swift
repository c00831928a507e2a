import Channels
import Concurrency
import Expressions
import FlowEngine
import Logging
import ServiceLifecycle

/// Makes the calls that turns ask for, and reports back what came of them.
///
/// A call lies in the store until its answer has been committed. So a restart makes it again, under the same key: the
/// other system has to take both for one.
final class Calls: Sendable {
    /// Commits what came of a call.
    typealias Report = @Sendable (StoredCall, ActionOutcome) async throws -> Void

    private struct State {
        /// Calls that are under way or about to be.
        var known: Set<String> = []
        /// Calls that have ended while those of an earlier run are still looked for; `nil` afterwards.
        var ended: Set<String>? = []
        var isStopped = false
    }

    private let store: any SessionStore
    private let caller: any ActionCaller
    private let clock: any WallClock
    private let logger: Logger
    private let state = Watched(State())
    /// Lets the notices of an agent desk be made one at a time in each conversation.
    private let desks = KeyedLock<ConversationKey>()
    private let opening: AsyncStream<StoredCall>.Continuation
    private let opened: AsyncStream<StoredCall>

    /// How many calls are read at a time after a start.
    private static let batch = 256

    init(store: any SessionStore, caller: any ActionCaller, clock: any WallClock, logger: Logger) {
        self.store = store
        self.caller = caller
        self.clock = clock
        self.logger = logger
        (opened, opening) = AsyncStream.makeStream(of: StoredCall.self)
    }

    /// Takes calls that have just been committed.
    func add(_ calls: [StoredCall]) {
        for call in calls {
            let isNew = state.change { state in
                let hasEnded = state.ended?.contains(call.request.id) ?? false
                return !state.isStopped && !hasEnded && state.known.insert(call.request.id).inserted
            }
            if isNew { opening.yield(call) }
        }
    }

    /// Returns when no call is under way, or none is made any more.
    func untilIdle() async {
        await state.wait { $0.known.isEmpty || $0.isStopped }
    }

    /// Makes calls until the task is cancelled or the server shuts down. Those that are under way then get a moment; what takes
    /// longer is cut off, and made again under its key after the next start.
    func run(report: @escaping Report) async {
        let isCut = await ShutdownGrace.run(on: clock) { await self.makeAll(report) }
        guard isCut else { return }
        let count = state.read(\.known.count)
        guard count > 0 else { return }
        logger.notice(
            "calls were cut off by the shutdown; they are repeated after the next start",
            metadata: ["calls": "\(count)"])
    }

    private func makeAll(_ report: @escaping Report) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.recover() }
            await withTaskCancellationOrGracefulShutdownHandler {
                for await call in opened { group.addTask { await self.make(call, report) } }
            } onCancelOrGracefulShutdown: {
                self.stop()
            }
        }
    }

    /// Looks for calls that somebody beside the server has asked for.
    func readAgain() async {
        state.change { $0.ended = $0.ended ?? [] }
        await recover()
    }

    private func stop() {
        opening.finish()
        state.change { $0.isStopped = true }
    }

    /// Finds the calls that an earlier run has left.
    private func recover() async {
        var last: String?
        while !isStopped {
            do {
                let calls = try await store.calls(after: last, limit: Self.batch)
                add(calls)
                guard calls.count == Self.batch else { return state.change { $0.ended = nil } }
                last = calls.last?.request.id
            } catch {
                logger.error("calls could not be read; trying again in a second", metadata: ["reason": "\(error)"])
                await pause()
            }
        }
    }

    private func make(_ call: StoredCall, _ report: Report) async {
        if call.request.action == DeskNotice.action {
            guard await desks.with(call.conversation, { await makeInOrder(upTo: call, report) }) else { return }
        } else {
            guard await perform(call, report) else { return }
        }
        state.change { state in
            state.known.remove(call.request.id)
            state.ended?.insert(call.request.id)
        }
    }

    /// Makes the notices of a conversation in their order until this one has been made. The store has those that other processes
    /// have written, too. Returns `false` when it is left to the next start.
    private func makeInOrder(upTo call: StoredCall, _ report: Report) async -> Bool {
        while !isStopped {
            do {
                let open = try await store.calls(of: call.conversation, action: DeskNotice.action)
                guard let first = open.first, open.contains(where: { $0.request.id == call.request.id }) else {
                    return true
                }
                guard await perform(first, report) else { return false }
            } catch {
                logger.error("calls could not be read; trying again in a second", metadata: ["reason": "\(error)"])
                await pause()
            }
        }
        return false
    }

    /// Makes a call and reports what came of it. Returns `false` when that is left to the next start.
    private func perform(_ call: StoredCall, _ report: Report) async -> Bool {
        let request = call.request
        let outcome = await caller.call(
            ActionCall(
                action: request.action, inputs: request.inputs, key: request.id, conversation: call.conversation,
                cause: call.cause))
        // What failed because the server ends is made again after the next start.
        if case .failed = outcome, isStopped { return false }
        while !Task.isCancelled {
            do {
                try await report(call, outcome)
                return true
            } catch {
                logger.error(
                    "the answer to a call could not be saved; trying again in a second",
                    metadata: .cause(call.cause, reason: "\(error)").merging(
                        ["action": "\(request.action)", "key": "\(request.id)"]) { $1 })
                if isStopped { return false }
                await pause()
            }
        }
        return true
    }

    private func pause() async {
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: clock.now + .seconds(1))
    }

    private var isStopped: Bool { state.read(\.isStopped) || Task.isCancelled }
}
