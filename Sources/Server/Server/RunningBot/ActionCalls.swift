import Channels
import ConversationRuntime
import CurlClient
import Expressions
public import FlowModel
import Foundation
public import HTTPActions
import Logging
import Traces

/// The environment of a bot's calls: which addresses they may reach, their secrets, the registered Swift actions, and
/// the actions that test doubles answer.
public struct ActionCalls: Sendable {
    /// Which actions are answered from their examples because this server cannot reach them.
    public enum Doubles: Sendable {
        case none
        /// Actions whose hosts are reserved names (RFC 2606), and Swift actions that are not registered.
        case unreachable
    }

    var allowsPrivateAddresses: Bool
    var secrets: SecretSource
    var registered: [String: any RegisteredAction]
    var doubles: Doubles
    /// The public URL of this server; `nil` when it is not known.
    var publicURL: String?
    /// A PEM file with the authorities to trust in place of the system's when Apple is asked for a merchant session; `nil` trusts
    /// the system's.
    var merchantAuthority: String?

    public init(
        allowsPrivateAddresses: Bool = false, environment: [String: String] = [:],
        registered: [String: any RegisteredAction] = [:], doubles: Doubles = .none,
        publicURL: String? = nil
    ) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        secrets = SecretSource(environment: environment)
        self.registered = registered
        self.doubles = doubles
        self.publicURL = publicURL
    }

    /// Returns what a bot needs and this server lacks, one sentence each.
    public func lacks(of bot: Bot) -> [String] {
        lacksForSigningIn(bot) + bot.actions.filter { !isDoubled($0) }.flatMap { lacks(of: $0, in: bot) }
    }

    private func lacks(of action: Action, in bot: Bot) -> [String] {
        if case .swift(let name) = action.target, registered[name] == nil {
            return ["the action `\(action.name)` uses `\(name)`, which is not registered in this server"]
        }
        let unset = action.secrets.sorted().filter { secrets.value(of: $0) == nil }.map { secret in
            let variable = SecretSource.variable(secret)
            return "the action `\(action.name)` needs a secret; set \(variable), or \(variable)_FILE to a file that "
                + "contains it"
        }
        let unknown = action.tokenProviders.sorted().filter { name in !bot.providers.contains { $0.name == name } }
        return unset
            + unknown.map {
                "the action `\(action.name)` sends the token of `\($0)`, which is not a sign-in provider in Config/services.yaml"
            }
    }

    private func lacksForSigningIn(_ bot: Bot) -> [String] {
        bot.providers.compactMap { provider in
            guard let secret = provider.secret, kept(secret) == nil, !isDoubled(provider) else { return nil }
            switch secret {
            case .setting(let name):
                let variable = SecretSource.variable(name)
                return
                    "signing in with `\(provider.name)` needs a secret; set \(variable), or \(variable)_FILE to a file that "
                    + "contains it"
            case .file(let path):
                return "signing in with `\(provider.name)` needs a secret, and its file `\(path)` cannot be read"
            }
        }
    }

    /// Whether the simulated Apple stands in for an identity provider.
    func isDoubled(_ provider: SignInProvider) -> Bool {
        doubles == .unreachable && SimulatedProviders.isMadeUp(provider)
    }

    /// Whether identity providers may have private addresses and be reached by plain `http`.
    var allowsPrivateProviders: Bool { allowsPrivateAddresses || doubles == .unreachable }

    /// Returns the value of a secret that the services file names; `nil` when it is not set.
    func kept(_ secret: KeptSecret) -> String? {
        switch secret {
        case .setting(let name): secrets.value(of: name)
        case .file(let path):
            FileManager.default.contents(atPath: path).map {
                String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
    }

    /// Returns the path of a file that the services file names, such as a certificate; `nil` when it is not set. The
    /// environment never contains a certificate itself.
    func file(_ secret: KeptSecret) -> String? {
        switch secret {
        case .setting(let name): secrets.file(of: name)
        case .file(let path): path
        }
    }

    /// - Parameter tokens: the access tokens of signed-in customers.
    func caller(
        for bot: Bot, tokens: any TokenSource, client: CurlClient, clock: any WallClock, logger: Logger,
        traces: Traces? = nil
    ) -> HTTPActionCaller {
        HTTPActionCaller(
            actions: Dictionary(bot.actions.map { ($0.name, $0) }) { first, _ in first }, registered: registered,
            client: client,
            settings: HTTPActionSettings(
                hosts: bot.actionHosts.map { HostPort(host: $0.name, port: $0.port) },
                allowsPrivateAddresses: allowsPrivateAddresses, secrets: secrets, zone: bot.zone,
                doubled: Set(bot.actions.filter(isDoubled).map(\.name)),
                content: publicURL.map { "\($0)/admin/api/content/" }, tokens: tokens),
            clock: clock, logger: logger, traces: traces)
    }

    /// Whether an example answers for an action.
    func isDoubled(_ action: Action) -> Bool {
        guard doubles == .unreachable else { return false }
        switch action.target {
        case .swift(let name): return registered[name] == nil
        case .results: return false
        case .http(let target):
            let host =
                URL(
                    string: target.address.parts.first.flatMap { part in
                        if case .text(let text) = part { text } else { nil }
                    } ?? "")?.host() ?? ""
            return ReservedHost.isReserved(host)
        }
    }
}
