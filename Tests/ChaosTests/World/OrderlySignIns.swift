import Channels
import ConversationRuntime
import Expressions

/// The store of sign-ins, accessed one operation at a time together with the sessions.
struct OrderlySignIns: SignInStore {
    let store: any SignInStore
    let turns: OrderlyStore

    private func read<Result: Sendable>(_ question: (any SignInStore) async throws -> Result) async throws -> Result {
        try await turns.read { _ in try await question(store) }
    }

    private func write<Result: Sendable>(_ question: (any SignInStore) async throws -> Result) async throws -> Result {
        try await turns.write { _ in try await question(store) }
    }

    func begin(_ signIn: PendingSignIn, under key: String) async throws {
        try await write { try await $0.begin(signIn, under: key) }
    }

    func signIn(under key: String) async throws -> KnownSignIn? { try await read { try await $0.signIn(under: key) } }

    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool {
        try await write { try await $0.take(key, at: moment, replacedBy: signIn) }
    }

    func isReturning(
        _ question: String, in conversation: ConversationKey, since moment: Moment
    ) async throws -> Bool {
        try await read { try await $0.isReturning(question, in: conversation, since: moment) }
    }

    func keepResult(of signIn: PendingSignIn, under key: String) async throws {
        try await write { try await $0.keepResult(of: signIn, under: key) }
    }

    func noteWrongDigits(_ key: String) async throws -> Int { try await write { try await $0.noteWrongDigits(key) } }

    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {
        try await write { try await $0.endSignIns(of: question, in: conversation, at: moment) }
    }

    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] {
        try await read { try await $0.interruptedSignIns(takenUntil: moment, limit: limit) }
    }

    func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int {
        try await write { try await $0.forgetSignIns(expiredBefore: moment, limit: limit) }
    }

    func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws {
        try await write { try await $0.keep(tokens, of: provider, for: conversation) }
    }

    func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens? {
        try await read { try await $0.tokens(of: provider, for: conversation) }
    }

    func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens? {
        try await write {
            try await $0.replaceTokens(former, with: tokens, of: provider, for: conversation)
        }
    }
}
