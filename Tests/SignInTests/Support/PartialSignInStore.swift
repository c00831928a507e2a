import Channels
import ConversationRuntime
import Expressions

/// A store of which a test uses a part: what it does not define keeps nothing.
protocol PartialSignInStore: SignInStore {}

extension PartialSignInStore {
    func begin(_ signIn: PendingSignIn, under key: String) async throws {}
    func signIn(under key: String) async throws -> KnownSignIn? { nil }
    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool { false }
    func isReturning(
        _ question: String, in conversation: ConversationKey, since moment: Moment
    ) async throws -> Bool { false }
    func keepResult(of signIn: PendingSignIn, under key: String) async throws {}
    func noteWrongDigits(_ key: String) async throws -> Int { 0 }
    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {}
    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] { [] }
    func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int { 0 }
    func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws {}
    func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens? { nil }
    func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens? { nil }
}
