import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import MessageModel
import Synchronization
import Testing

@testable import SignIn

/// A database that does not answer for a moment ends no sign-in.
@Suite struct UnreachableStoreTests {
    private static let start = Moment(seconds: 1_796_115_600)

    @Test func `a link stays valid, and is not said to be over`() async throws {
        let store = FailingLink(until: Self.start + .minutes(10))
        let signIns = SignIns(
            opening: SignInInitiator(
                providers: ProviderRegistry(), store: store, publicURL: nil,
                clock: TurnableClock(standingAt: Self.start)),
            desk: RecordingDesk(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (link, browser) = (SignInName.random().text, SignInName.random().text)
        store.fails(at: .reading)
        #expect(await signIns.openLink(link, of: "club", in: browser) == .later)
        #expect(await signIns.answerLink(link, of: "club", digits: "57", in: browser) == .later)
        store.fails(at: .counting)
        for _ in 0..<4 {
            #expect(await signIns.answerLink(link, of: "club", digits: "01", in: browser) == .later)
        }
        store.fails(at: nil)
        #expect(await signIns.openLink(link, of: "club", in: browser) == .digits(isWrong: false))
        #expect(await signIns.answerLink(link, of: "club", digits: "01", in: browser) == .digits(isWrong: true))
    }

    @Test(
        arguments: [
            ("57", "57"), (" 5 7 ", "57"), ("٥٧", "57"), ("５７", "57"), ("۵۷", "57"), ("५७", "57"), ("5\u{200D}7", "57"),
            ("The number: 57", "57"), ("5½7", "57"), ("", ""), ("five", ""), ("五七", ""),
        ])
    func `digits of every script are read, and nothing else`(entered: String, digits: String) {
        #expect(SignIns.digits(in: entered) == digits)
    }

    @Test func `every result can be stored`() {
        let results =
            [SignInResult.signedIn, .cancelled] + SignInResult.Reason.allCases.map { SignInResult.failed($0) }
        for result in results { #expect(SignInResult(stored: result.stored) == result) }
        #expect(Set(results.map(\.stored)).count == results.count)
        #expect(SignInResult(stored: "failed 0") == nil)
    }
}

/// One link in a database that fails.
private final class FailingLink: PartialSignInStore {
    enum Place { case reading, counting }

    struct Locked: Error {}

    private struct State {
        var place: Place?
        var wrong = 0
        var isTaken = false
    }

    private let end: Moment
    private let state = Mutex(State())

    init(until end: Moment) { self.end = end }

    func fails(at place: Place?) { state.withLock { $0.place = place } }

    func signIn(under key: String) async throws -> KnownSignIn? {
        let isTaken = try state.withLock { state in
            if state.place == .reading { throw Locked() }
            return state.isTaken
        }
        let asked = AskedSignIn(provider: "club", scope: [], extra: [], linkWords: "", digitsWords: "")
        var pending = PendingSignIn(
            way: .link, conversation: ConversationKey(channel: "apple", customer: "ana", business: "shop"),
            question: "q-1", asked: asked, redirect: "", verifier: nil, nonce: "", expires: end)
        pending.digits = "57"
        return KnownSignIn(pending, isOver: isTaken)
    }

    func noteWrongDigits(_ key: String) async throws -> Int {
        try state.withLock { state in
            if state.place == .counting { throw Locked() }
            state.wrong += 1
            return state.wrong
        }
    }

    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }
}
