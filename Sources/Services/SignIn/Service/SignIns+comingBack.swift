import Channels
import Concurrency
public import ConversationRuntime
import Expressions
import FlowModel
import Logging
import MessageModel

/// The parameters with which a customer returns from a provider.
public struct Callback: Sendable {
    public var provider: String
    public var state: String?
    public var code: String?
    /// The error that the provider reports.
    public var error: String?
    /// The issuer of the response, if the provider specifies it (RFC 9207).
    public var issuer: String?
    /// The values of the browser's cookies: one for each link whose digits were entered in it.
    public var cookies: [String]

    public init(
        provider: String, state: String?, code: String?, error: String? = nil, issuer: String? = nil,
        cookies: [String] = []
    ) {
        self.provider = provider
        self.state = state
        self.code = code
        self.error = error
        self.issuer = issuer
        self.cookies = cookies
    }
}

/// The result for a customer who returned.
public struct CallbackResult: Sendable, Hashable {
    public var end: SignInResult
    /// The way they took to the provider; `nil` when unknown.
    public var way: PendingSignIn.Way?
}

extension SignIns {
    /// Handles a customer's return: verifies that it is the same customer, has the provider identify them, and reports
    /// to their conversation, in that order. Only the first return with a state gets past the check; those that follow
    /// wait for it, and are shown its result.
    public func handleCallback(_ back: Callback) async -> CallbackResult {
        guard let name = SignInName(back.state) else { return end(.failed(.unknown), of: nil, "no such state", back) }
        return await returns.with(name.key) { await handle(back, name) }
    }

    private func handle(_ back: Callback, _ name: SignInName) async -> CallbackResult {
        let known: KnownSignIn?
        do {
            known = try await store.signIn(under: name.key)
        } catch {
            return end(.failed(.unreachable), of: nil, "the sign-in could not be read: \(error)", back)
        }
        guard let known else { return end(.failed(.unknown), of: nil, "no such state", back) }
        let pending = known.signIn
        do throws(MixUp) {
            try await checkOwner(of: pending, back)
        } catch {
            return end(.failed(.mixedUp), of: pending, error.reason, back)
        }
        if known.isOver { return again(pending, back) }
        let admitted = await admitted { await finish(pending, name, back) }
        return admitted ?? end(.failed(.unreachable), of: pending, "too many callbacks at once", back)
    }

    /// The result for a customer who returns once more, such as by reloading the page. Those who were asked to try again
    /// need a new sign-in: the code is used up.
    private func again(_ pending: PendingSignIn, _ back: Callback) -> CallbackResult {
        guard let result = pending.result.flatMap({ SignInResult(stored: $0) }), result != .failed(.unreachable) else {
            return end(.failed(.over), of: pending, "the state was already used", back)
        }
        return CallbackResult(end: result, way: pending.way)
    }

    /// The reason why a state does not belong where it was presented.
    private struct MixUp: Error {
        var reason: String
    }

    /// Checks that a state was presented by its owner. After a mix-up it stays valid for them.
    private func checkOwner(of pending: PendingSignIn, _ back: Callback) async throws(MixUp) {
        guard pending.asked.provider == back.provider, pending.way != .link else {
            throw MixUp(reason: "the state belongs to another provider")
        }
        if let browser = pending.browser, !back.cookies.contains(where: { SignInName($0)?.isOf(browser) ?? false }) {
            throw MixUp(reason: "the state belongs to another browser")
        }
        if let issuer = back.issuer, let ours = try? await provider(back.provider).addresses().issuer, issuer != ours {
            throw MixUp(reason: "the response is from another issuer")
        }
    }

    private func finish(_ pending: PendingSignIn, _ name: SignInName, _ back: Callback) async -> CallbackResult {
        do {
            guard try await desk.isOpen(pending.question, in: pending.conversation) else {
                try await store.endSignIns(of: pending.question, in: pending.conversation, at: clock.now)
                return end(.failed(.notAsked), of: pending, "its question is no longer open", back)
            }
            guard try await store.take(name.key, at: clock.now) else {
                return end(.failed(.over), of: pending, "the state was already used, or has expired", back)
            }
            let (outcome, end, reason) = await outcome(of: pending, back)
            let reply = SignInReply(question: pending.question, outcome: outcome)
            let receipt = try await desk.close(reply, in: pending.conversation)
            let isHeard = receipt != .repeated && !receipt.isIgnored
            await keep(isHeard ? end : .failed(.notAsked), of: pending, name)
            try await store.endSignIns(of: pending.question, in: pending.conversation, at: clock.now)
            guard isHeard else {
                return self.end(.failed(.notAsked), of: pending, "its question is no longer open", back)
            }
            return self.end(end, of: pending, reason, back)
        } catch {
            return end(.failed(.unreachable), of: pending, "the result could not be stored: \(error)", back)
        }
    }

    /// The provider's result, for the conversation and for the customer; with a reason when it is a failure.
    private func outcome(
        of pending: PendingSignIn, _ back: Callback
    ) async -> (SignInReply.Outcome, SignInResult, String?) {
        if let error = back.error {
            if error == "access_denied" { return (.cancelled, .cancelled, nil) }
            let failure = SignInFailure.refused(SignInError.name(error))
            return (.failure(failure.problem), .failed(failure.reason), "\(failure)")
        }
        do throws(SignInFailure) {
            guard let code = back.code, !code.isEmpty, code.utf8.count <= 4_096 else {
                throw .badAnswer("the callback has neither a code nor an error")
            }
            let signedIn = try await provider(pending.asked.provider).signIn(
                code: code, redirect: pending.redirect, verifier: pending.verifier, nonce: pending.nonce,
                scope: pending.asked.scope)
            await keep(signedIn.tokens, of: pending)
            return (.success(signedIn.claims), .signedIn, nil)
        } catch {
            return (.failure(error.problem), .failed(error.reason), "\(error)")
        }
    }

    /// Stores the result for those who return again. What was reported to the conversation is not affected by a failure.
    private func keep(_ result: SignInResult, of pending: PendingSignIn, _ name: SignInName) async {
        var ended = pending
        ended.result = result.stored
        do {
            try await store.keepResult(of: ended, under: name.key)
        } catch {
            logger.notice(
                "could not store the result of a sign-in",
                metadata: ["arrival": "\(pending.question)", "reason": "\(error)"])
        }
    }

    /// Stores the tokens if there is a key to seal them; without one, no action can use them anyway.
    private func keep(_ tokens: TokenSet, of pending: PendingSignIn) async {
        do {
            try await store.keep(
                StoredTokens(access: tokens.access, refresh: tokens.refresh, expiresAt: tokens.expiresAt),
                of: pending.asked.provider, for: pending.conversation)
        } catch {
            logger.notice(
                "could not store a customer's tokens",
                metadata: ["arrival": "\(pending.question)", "reason": "\(error)"])
        }
    }

    private func end(
        _ end: SignInResult, of pending: PendingSignIn?, _ reason: String?, _ back: Callback
    ) -> CallbackResult {
        var metadata: Logger.Metadata = ["provider": "\(back.provider.prefix(64))"]
        metadata["arrival"] = (pending?.question).map { "\($0)" }
        metadata["reason"] = reason.map { "\($0)" }
        if reason == nil {
            logger.info("sign-in ended", metadata: metadata)
        } else {
            logger.warning("sign-in failed", metadata: metadata)
        }
        return CallbackResult(end: end, way: pending?.way)
    }
}

extension Receipt {
    fileprivate var isIgnored: Bool {
        if case .ignored = self { true } else { false }
    }
}
