import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import MessageModel
import Synchronization
import Testing

@testable import SignIn

/// A person who has the link but not the chat guesses its digits.
@Suite struct GuessTests {
    private static let start = Moment(seconds: 1_796_115_600)

    @Test func `guesses that come at once are three all the same`() async throws {
        let store = GuessedLink(digits: "57", until: Self.start + .minutes(10))
        let clock = TurnableClock(standingAt: Self.start)
        let signIns = SignIns(
            opening: SignInInitiator(
                providers: ProviderRegistry(), store: store, publicURL: nil, clock: clock),
            desk: RecordingDesk(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (link, browser) = (SignInName.random().text, SignInName.random().text)
        for wrong in ["01", "02"] {
            let page = await signIns.answerLink(link, of: "club", digits: wrong, in: browser)
            #expect(page == .digits(isWrong: true))
        }
        store.hold()
        async let third = signIns.answerLink(link, of: "club", digits: "03", in: browser)
        await store.untilHeld()
        // The third has been compared but not counted yet.
        async let fourth = signIns.answerLink(link, of: "club", digits: "57", in: browser)
        for _ in 0..<1_000 { await Task.yield() }
        store.letGo()
        let pages = await [third, fourth]
        #expect(pages == [.over, .over])
    }
}

/// One link whose digits are guessed.
private final class GuessedLink: PartialSignInStore {
    private struct State {
        var wrong = 0
        var isTaken = false
        var isHeld = false
        var held: CheckedContinuation<Void, Never>?
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let pending: PendingSignIn
    private let state = Mutex(State())

    init(digits: String, until end: Moment) {
        let asked = AskedSignIn(provider: "club", scope: [], extra: [], linkWords: "", digitsWords: "")
        var pending = PendingSignIn(
            way: .link, conversation: ConversationKey(channel: "apple", customer: "ana", business: "shop"),
            question: "q-1", asked: asked, redirect: "", verifier: nil, nonce: "", expires: end)
        pending.digits = digits
        self.pending = pending
    }

    /// Lets the next wrong guess wait before it is counted.
    func hold() { state.withLock { $0.isHeld = true } }

    func untilHeld() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.held == nil { state.watcher = continuation }
                return state.held != nil
            }
            if isHeld { continuation.resume() }
        }
    }

    func letGo() {
        let held = state.withLock { state in
            state.isHeld = false
            return state.held.take()
        }
        held?.resume()
    }

    func noteWrongDigits(_ key: String) async throws -> Int {
        await withCheckedContinuation { continuation in
            let (isHeld, watcher) = state.withLock { state in
                if state.isHeld { state.held = continuation }
                return (state.isHeld, state.watcher.take())
            }
            watcher?.resume()
            if !isHeld { continuation.resume() }
        }
        return state.withLock { state in
            state.wrong += 1
            return state.wrong
        }
    }

    func signIn(under key: String) async throws -> KnownSignIn? {
        KnownSignIn(pending, isOver: state.withLock(\.isTaken))
    }

    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }
}
