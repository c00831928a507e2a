import AppleMessages
import Foundation

/// Chooses the bot of a server for a request: by the business that a webhook is for, and by the host of a page.
struct BotChoice: Sendable {
    /// What is known of a bot.
    struct Candidate: Sendable {
        let name: BotName
        /// The host of its public URL; `nil` when it has none.
        let host: String?
        let isOnApple: Bool
        /// The ids of its businesses; `nil` when it has all that no other bot has.
        let businessIDs: Set<String>?
    }

    /// The bot of a request, or why there is none.
    enum Outcome: Equatable, Sendable {
        case bot(Int)
        /// A page was requested at a host that no bot has.
        case unknownHost
        /// A bot was named that the server does not have.
        case unknownBot(String)
    }

    private let candidates: [Candidate]
    private let hosts: [String: Int]
    private let businesses: [String: Int]
    private let names: [String: Int]

    /// - Parameter candidates: the server's own bot, and those in folders; no two share a host or a business.
    init(_ candidates: [Candidate]) {
        self.candidates = candidates
        let numbered = Array(candidates.enumerated())
        hosts = Dictionary(numbered.compactMap { index, bot in bot.host.map { ($0, index) } }) { first, _ in first }
        businesses = Dictionary(
            numbered.flatMap { index, bot in bot.isOnApple ? (bot.businessIDs ?? []).map { ($0, index) } : [] }
        ) { first, _ in first }
        names = Dictionary(numbered.map { ($1.name.text, $0) }) { first, _ in first }
    }

    /// Returns the bot of a business: the one that lists it, otherwise one that lists none. A message for a business of no
    /// bot goes to the first that Apple knows, which refuses it.
    func bot(ofBusiness id: String) -> Int {
        businesses[id] ?? candidates.firstIndex { $0.isOnApple && $0.businessIDs == nil }
            ?? candidates.firstIndex { $0.isOnApple } ?? 0
    }

    /// Returns the bot of a page, which is that of the host.
    func bot(ofPageAt authority: String?) -> Outcome {
        authority.flatMap { hosts[Self.host(of: $0)] }.map { .bot($0) } ?? .unknownHost
    }

    /// Returns the bot of an operator's request: the named one, otherwise that of the host, otherwise the server's own.
    func bot(ofOperator name: String?, at authority: String?) -> Outcome {
        guard let name else {
            let outcome = bot(ofPageAt: authority)
            return outcome == .unknownHost ? .bot(0) : outcome
        }
        return names[name].map { .bot($0) } ?? .unknownBot(name)
    }

    /// The host of the header `Host`, without the port (RFC 9110, section 7.2): proxies often leave it out.
    static func host(of authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
        let host = text.prefix { $0 != ":" }
        return String(host.hasSuffix(".") ? host.dropLast() : host)
    }
}

extension BotChoice.Candidate {
    init(_ settings: ServerSettings) {
        self.init(
            name: settings.bot, host: settings.publicHost, isOnApple: settings.apple != nil,
            businessIDs: settings.apple?.businessIDs)
    }
}

extension ServerSettings {
    /// The host of the public URL, as requests name it.
    var publicHost: String? {
        publicURL.flatMap { URL(string: $0)?.host() }.map { host in
            BotChoice.host(of: host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)
        }
    }
}
