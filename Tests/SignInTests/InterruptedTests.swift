import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import MessageModel
import Synchronization
import Testing

@testable import SignIn

/// A customer has come back from a provider, but their conversation could not be notified.
@Suite struct InterruptedTests {
    private static let start = Moment(seconds: 1_796_115_600)

    @Test func `what a kill cut off is settled as soon as the database can be read`() async throws {
        let store = OneSignIn(takenAt: Self.start - .minutes(1), failures: 2)
        try await run(store) { clock, desk in
            for second in 1...2 {
                try await clock.untilSomebodySleeps(until: Self.start + .seconds(second))
                #expect(desk.told.isEmpty)
                clock.turn(by: .seconds(1))
            }
            await store.untilEnded()
            #expect(desk.told == [SignInReply(question: "q-1", outcome: .failure("unreachable"))])
        }
    }

    @Test func `an outcome that could not be kept is a failure some minutes later, and not before`() async throws {
        let store = OneSignIn(takenAt: Self.start + .seconds(30), failures: 0)
        try await run(store) { clock, desk in
            for minute in 1...6 {
                try await clock.untilSomebodySleeps(until: Self.start + .minutes(minute))
                #expect(desk.told.isEmpty)
                clock.turn(by: .minutes(1))
            }
            await store.untilEnded()
            #expect(desk.told == [SignInReply(question: "q-1", outcome: .failure("unreachable"))])
        }
    }

    private func run(
        _ store: OneSignIn, _ story: (TurnableClock, RecordingDesk) async throws -> Void
    ) async throws {
        let clock = TurnableClock(standingAt: Self.start)
        let desk = RecordingDesk()
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let opening = SignInInitiator(
            providers: ProviderRegistry(), store: store, publicURL: nil, clock: clock)
        let service = SignInService(SignIns(opening: opening, desk: desk, logger: quiet))
        let running = Task { await service.run() }
        try await story(clock, desk)
        running.cancel()
        await running.value
    }
}

/// A sign-in that was taken and has not ended.
private final class OneSignIn: PartialSignInStore {
    private struct State {
        var failures: Int
        var isEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    struct Locked: Error {}

    private let takenAt: Moment
    private let state: Mutex<State>

    /// - Parameter failures: how often reading fails at first.
    init(takenAt: Moment, failures: Int) {
        self.takenAt = takenAt
        state = Mutex(State(failures: failures))
    }

    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] {
        let isThere = try state.withLock { state in
            if state.failures > 0 {
                state.failures -= 1
                throw Locked()
            }
            return !state.isEnded
        }
        guard isThere, takenAt <= moment else { return [] }
        let asked = AskedSignIn(provider: "club", scope: [], extra: [], linkWords: "", digitsWords: "")
        let conversation = ConversationKey(channel: "apple", customer: "ana", business: "shop")
        return [
            PendingSignIn(
                way: .device, conversation: conversation, question: "q-1", asked: asked, redirect: "", verifier: nil,
                nonce: "", expires: takenAt + .minutes(10))
        ]
    }

    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {
        let waiting = state.withLock { state in
            state.isEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func untilEnded() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                if !state.isEnded { state.waiting.append(continuation) }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }
}
