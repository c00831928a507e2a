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
    /// The browser did not send back the cookie that came with the page; nothing was compared.
    case cookieMissing
    /// Sends the browser to the provider.
    case goOn(address: String)
    /// The link is not valid, or no longer.
    case over
    /// The provider or the database cannot be reached at present; the link stays valid.
    case later
}

extension SignIns {
    /// Handles the opening of a link. This does not use up the link: mail scanners and previews open links, too.
    ///
    /// - Parameter browser: the value of the browser's cookie for this link.
    public func openLink(_ id: String, of provider: String, in browser: String?) async -> LinkPage {
        await orLater {
            guard try await link(id, of: provider, in: SignInName(browser)) != nil else { return .over }
            return .digits(isWrong: false)
        }
    }

    /// Handles the digits entered in a browser. A person who has the link but not the chat does not know them, and has
    /// three guesses, even when many are submitted at once.
    ///
    /// The first browser with the right digits has the link from then on: a second click, or the way back from the
    /// provider, leads to the provider again.
    ///
    /// - Parameter browser: the value of the browser's cookie for this link.
    public func answerLink(
        _ id: String, of provider: String, digits: String, in browser: String?
    ) async -> LinkPage {
        await orLater {
            let browser = SignInName(browser)
            guard let link = try await link(id, of: provider, in: browser) else { return .over }
            guard let browser else { return .cookieMissing }
            return try await comparisons.with(link.pending.conversation) {
                try await compare(digits, to: id, of: provider, in: browser)
            }
        }
    }

    private func compare(
        _ digits: String, to id: String, of provider: String, in browser: SignInName
    ) async throws -> LinkPage {
        guard let link = try await link(id, of: provider, in: browser) else { return .over }
        let entered = Self.digits(in: digits)
        guard !entered.isEmpty else { return .digits(isWrong: true) }
        // Counted before it is compared, so that nothing is compared while nothing can be counted.
        let count = link.isTaken && entered == link.pending.digits ? 0 : try await store.noteWrongDigits(link.name.key)
        guard entered == link.pending.digits else { return try await wrongDigits(link, count) }
        let question = OpenSignIn(
            question: link.pending.question, conversation: link.pending.conversation, asked: link.pending.asked)
        // Done before the link is used up: a provider that cannot be reached now may be available when the link is
        // opened again.
        let (begun, state, addresses) = try await opening.begin(question, way: .browser, browser: browser)
        guard try await take(link, in: browser) else { return .over }
        let request = AuthorizationRequest(begun, name: state.text, addresses, provider: try self.provider(provider))
        return .goOn(address: request.address)
    }

    /// The decimal digits in what was entered, whatever the script; what else was pasted with them does not count.
    static func digits(in entered: String) -> String {
        entered.unicodeScalars.lazy.filter { $0.properties.numericType == .decimal }
            .compactMap { $0.properties.numericValue.map { String(Int($0)) } }.joined()
    }

    /// Binds a link to the browser, unless it already is. Returns `false` when it was used meanwhile.
    private func take(_ link: Link, in browser: SignInName) async throws -> Bool {
        if link.isTaken { return true }
        var bound = link.pending
        bound.browser = browser.key
        return try await store.take(link.name.key, at: clock.now, replacedBy: bound)
    }

    /// A link that is valid for a browser.
    private struct Link {
        var name: SignInName
        var pending: PendingSignIn
        /// Whether this browser has entered its digits before.
        var isTaken: Bool
    }

    /// Returns `nil` for a link that is not valid, has been used in another browser, or whose question is not open.
    private func link(_ id: String, of provider: String, in browser: SignInName?) async throws -> Link? {
        guard let name = SignInName(id), let known = try await store.signIn(under: name.key) else { return nil }
        let pending = known.signIn
        guard pending.way == .link, pending.asked.provider == provider, pending.expires > clock.now,
            !known.isOver || browser?.isOf(pending.browser) ?? false,
            try await desk.isOpen(pending.question, in: pending.conversation)
        else { return nil }
        return Link(name: name, pending: pending, isTaken: known.isOver)
    }

    private func wrongDigits(_ link: Link, _ count: Int) async throws -> LinkPage {
        logger.notice("wrong digits for a sign-in link", metadata: ["times": "\(count)"])
        guard count >= Self.mostWrongDigits else { return .digits(isWrong: true) }
        if link.isTaken {
            // It is no browser's any more.
            var ended = link.pending
            ended.browser = nil
            try await store.keepResult(of: ended, under: link.name.key)
        } else {
            _ = try await store.take(link.name.key, at: clock.now)
        }
        return .over
    }

    private func orLater(_ work: () async throws -> LinkPage) async -> LinkPage {
        do {
            return try await work()
        } catch {
            logger.warning("could not start a sign-in", metadata: ["reason": "\(error)"])
            return .later
        }
    }
}

/// The cookie that identifies the browser of a link. Each link has its own, so that several sign-ins in one browser do
/// not affect each other.
public enum LinkCookie {
    /// What distinguishes the cookie of a link from those of others: one of few, as a request can carry only so many. Links
    /// with the same mark share the value of the browser.
    public static func mark(of link: String) -> String { String((SignInName(link)?.key ?? "").prefix(1)) }

    /// The value that a browser has; a new one for a browser without a valid one.
    public static func value(_ shown: String?) -> String { SignInName(shown)?.text ?? SignInName.random().text }
}
