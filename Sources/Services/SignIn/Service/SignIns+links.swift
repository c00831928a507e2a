import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import MessageModel

/// The content of a link's page.
public enum LinkPage: Sendable, Hashable {
    /// Asks for the two digits, or the six of a code.
    case digits(isWrong: Bool)
    /// Sends the browser to the provider.
    case goOn(address: String, cookie: String)
    /// The link is not valid, or no longer.
    case over
    /// The provider cannot be reached at present; the link stays valid.
    case later
}

extension SignIns {
    /// Handles the opening of a link. This does not use up the link: mail scanners and previews open links, too.
    public func openLink(_ id: String, of provider: String) async -> LinkPage {
        guard let (_, pending) = await link(id, of: provider) else { return .over }
        guard await isGood(pending) else { return .over }
        return .digits(isWrong: false)
    }

    /// Handles the digits entered in a browser. A person who has the link but not the chat does not know them, and has
    /// three guesses, even when many are submitted at once.
    public func answerLink(_ id: String, of provider: String, digits: String) async -> LinkPage {
        guard let (_, pending) = await link(id, of: provider) else { return .over }
        return await comparisons.with(pending.conversation) { await compare(digits, to: id, of: provider) }
    }

    private func compare(_ digits: String, to id: String, of provider: String) async -> LinkPage {
        guard let (name, pending) = await link(id, of: provider) else { return .over }
        guard await isGood(pending) else { return .over }
        guard digits.filter({ !$0.isWhitespace }) == pending.digits else { return await wrongDigits(name, pending) }
        do {
            let browser = SignInName.random()
            let question = OpenSignIn(
                question: pending.question, conversation: pending.conversation, asked: pending.asked)
            // Done before the link is used up: a provider that cannot be reached now may be available when the link is
            // opened again.
            let (begun, state, addresses) = try await opening.begin(question, way: .browser, browser: browser)
            guard try await store.take(name.key, at: clock.now) else { return .over }
            let request = AuthorizationRequest(
                begun, name: state.text, addresses, provider: try self.provider(provider))
            return .goOn(address: request.address, cookie: browser.text)
        } catch {
            logger.warning("could not start a sign-in", metadata: ["reason": "\(error)"])
            return .later
        }
    }

    private func link(_ id: String, of provider: String) async -> (SignInName, PendingSignIn)? {
        guard let name = SignInName(id), let known = try? await store.signIn(under: name.key), !known.isOver,
            known.signIn.way == .link, known.signIn.asked.provider == provider, known.signIn.expires > clock.now
        else { return nil }
        return (name, known.signIn)
    }

    private func isGood(_ pending: PendingSignIn) async -> Bool {
        (try? await desk.isOpen(pending.question, in: pending.conversation)) ?? false
    }

    private func wrongDigits(_ name: SignInName, _ pending: PendingSignIn) async -> LinkPage {
        let count = (try? await store.noteWrongDigits(name.key)) ?? Self.mostWrongDigits
        logger.notice("wrong digits for a sign-in link", metadata: ["times": "\(count)"])
        guard count < Self.mostWrongDigits else {
            _ = try? await store.take(name.key, at: clock.now)
            return .over
        }
        return .digits(isWrong: true)
    }
}
