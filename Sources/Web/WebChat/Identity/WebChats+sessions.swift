import Channels
import ConversationRuntime
import Expressions
import Foundation

extension WebChats {
    private static let anonymousLife = TimeLength.days(30)
    private static let signedInLife = TimeLength.hours(24)

    /// Begins a session, or continues the one whose token is sent.
    ///
    /// - Parameters:
    ///   - token: the token that the browser sends; an expired or missing one begins a new session.
    ///   - address: the client's address, by which new sessions are counted.
    public func beginSession(
        _ asked: SessionRequest, shown token: String?, from address: String
    ) async throws -> ChatSession {
        let shown: ChatCaller? = if let token { try await knownCaller(of: token) } else { nil }
        if let signature = asked.signature { return try await signIn(signature, asked, shown) }
        if let shown { return try await goOn(shown, asked) }
        try limits.countSession(from: address, at: clock.now)
        return try await session(of: named(ChatCustomer(id: newID(), seenAt: clock.now), asked), with: [])
    }

    /// Ends all sessions of the token's customer; an expired or foreign token changes nothing.
    public func endSessions(of token: String) async throws {
        guard var customer = try await knownCaller(of: token)?.customer else { return }
        customer.generation += 1
        try await store.keep(customer)
        keeper.hub.end(of: customer.id)
    }

    /// Returns the caller who presents a token.
    public func caller(of token: String) async throws -> ChatCaller {
        let now = clock.now
        guard let session = tokens.session(token, now: now),
            let customer = try await store.chatCustomer(session.customer), customer.generation == session.generation
        else {
            throw ChatRefusal(.unknown, "there is no session, or it has expired; start one with POST /chat/api/session")
        }
        return ChatCaller(customer: customer, expires: session.exp, with: session.with)
    }

    /// Returns the caller who presents a token; `nil` for an expired or foreign token. Throws when the store cannot
    /// answer.
    private func knownCaller(of token: String) async throws -> ChatCaller? {
        do {
            return try await caller(of: token)
        } catch is ChatRefusal {
            return nil
        }
    }

    /// Returns the caller of a request; throws when the caller exceeds the rate limit.
    public func admit(_ token: String) async throws -> ChatCaller {
        let caller = try await caller(of: token)
        try limits.countRequest(of: caller.id, at: clock.now)
        return caller
    }

    private func signIn(_ signature: String, _ asked: SessionRequest, _ shown: ChatCaller?) async throws -> ChatSession
    {
        guard let secret = settings.signInSecret else {
            throw ChatRefusal(.forbidden, "sign-in is not available: `web_chat.sign_in_secret` is not set")
        }
        let signer = try SiteSignature(secret: secret).read(signature, now: clock.now)
        var customer = ChatCustomer(
            id: newID(), subject: signer.subject, name: signer.name ?? asked.name.flatMap(ChatName.of),
            language: ChatName.language(asked.language), role: signer.role, seenAt: clock.now)
        let anonymous = shown?.customer.subject == nil ? shown?.id : nil
        customer = try await store.signIn(customer, from: anonymous)
        // The previous token is invalid from now on, for all who have it.
        if customer.id == anonymous { keeper.hub.end(of: customer.id) }
        return try await session(of: customer, with: signer.with)
    }

    /// Continues a session. The holder of a signed-in session cannot extend it.
    private func goOn(_ caller: ChatCaller, _ asked: SessionRequest) async throws -> ChatSession {
        let customer = named(caller.customer, asked)
        guard customer.subject != nil else { return try await session(of: customer, with: []) }
        try await store.keep(customer)
        let token = tokens.session(of: customer, with: caller.with, until: caller.expires)
        return ChatSession(
            caller: ChatCaller(customer: customer, expires: caller.expires, with: caller.with), token: token)
    }

    private func named(_ customer: ChatCustomer, _ asked: SessionRequest) -> ChatCustomer {
        var customer = customer
        if customer.subject == nil, let name = asked.name.flatMap(ChatName.of) { customer.name = name }
        customer.language = ChatName.language(asked.language) ?? customer.language
        customer.seenAt = clock.now
        return customer
    }

    private func session(of customer: ChatCustomer, with others: [String]) async throws -> ChatSession {
        try await store.keep(customer)
        let life = customer.subject == nil ? Self.anonymousLife : Self.signedInLife
        let expires = clock.now + life
        let token = tokens.session(of: customer, with: others, until: expires)
        return ChatSession(caller: ChatCaller(customer: customer, expires: expires, with: others), token: token)
    }

    /// Returns an unguessable id.
    static func newID() -> String { UUID().uuidString.lowercased() }
}
