public import Channels
public import ConversationRuntime
import Expressions
import Foundation
import MessageModel

/// Starts sign-ins: stores what is needed when the customer returns, and provides what leads them to the provider.
public struct SignInInitiator: Sendable {
    let providers: ProviderRegistry
    let store: any SignInStore
    let clock: any WallClock
    private let publicURL: String?
    /// Generates identifiers; random unless the caller needs reproducible ones.
    var newName: @Sendable () -> SignInName = { .random() }

    /// The time a customer has to sign in.
    static let life = TimeLength.minutes(10)

    /// - Parameters:
    ///   - providers: the identity providers of the bot.
    ///   - publicURL: the address at which providers and browsers reach us, without a trailing slash; `nil` when
    ///     unknown.
    public init(
        providers: ProviderRegistry, store: any SignInStore, publicURL: String?, clock: any WallClock
    ) {
        self.providers = providers
        self.store = store
        self.publicURL = publicURL
        self.clock = clock
    }

    /// Starts a sign-in through the device.
    func begin(_ open: OpenSignIn) async throws(SignInFailure) -> DeviceSignIn {
        let (begun, name, addresses) = try await begin(open, way: .device, browser: nil)
        return DeviceSignIn(
            state: name.text, redirect: begun.redirect,
            parameters: AuthorizationRequest(begun, name: name.text, addresses, provider: nil).parameters)
    }

    /// Starts a sign-in through a link.
    func beginLink(_ open: OpenSignIn) async throws(SignInFailure) -> LinkSignIn {
        let name = newName()
        var pending = try pending(open, way: .link)
        let digits =
            open.asked.asksCode
            ? String(format: "%06d", Int.random(in: 0...999_999)) : String(format: "%02d", Int.random(in: 0...99))
        pending.digits = digits
        try await keep(pending, name)
        return LinkSignIn(address: "\(try base(open.asked))/link/\(name.text)", digits: digits)
    }

    func begin(
        _ open: OpenSignIn, way: PendingSignIn.Way, browser: SignInName?
    ) async throws(SignInFailure) -> (PendingSignIn, SignInName, ProviderAddresses) {
        var pending = try pending(open, way: way)
        let addresses = try await provider(open.asked.provider).addresses()
        pending.verifier = addresses.takesPKCE ? ProofKey.random().verifier : nil
        pending.browser = browser?.key
        let name = newName()
        try await keep(pending, name)
        return (pending, name, addresses)
    }

    private func pending(_ open: OpenSignIn, way: PendingSignIn.Way) throws(SignInFailure) -> PendingSignIn {
        PendingSignIn(
            way: way, conversation: open.conversation, question: open.question, asked: open.asked,
            redirect: "\(try base(open.asked))/callback", verifier: nil, nonce: RandomToken.make(),
            expires: clock.now + Self.life)
    }

    private func keep(_ pending: PendingSignIn, _ name: SignInName) async throws(SignInFailure) {
        do {
            try await store.begin(pending, under: name.key)
        } catch {
            throw .unreachable("the sign-in could not be stored: \(error)")
        }
    }

    func provider(_ name: String) throws(SignInFailure) -> ProviderClient {
        guard let provider = providers[name] else { throw .badAnswer("there is no provider `\(name)`") }
        return provider
    }

    private func base(_ asked: AskedSignIn) throws(SignInFailure) -> String {
        guard let publicURL else {
            throw .badAnswer("`server.public_url` is not set, so customers could not return from the provider")
        }
        return "\(publicURL)/sign-in/\(asked.provider)"
    }
}

/// A question that asks a customer to sign in.
struct OpenSignIn: Sendable, Hashable {
    var question: String
    var conversation: ConversationKey
    var asked: AskedSignIn
}
