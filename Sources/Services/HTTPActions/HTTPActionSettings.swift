public import ConversationRuntime
public import CurlClient
public import Expressions
import Foundation

/// What calls may reach, and what they know.
public struct HTTPActionSettings: Sendable {
    /// The hosts that actions may call, some with their port.
    public var hosts: [HostPort]
    /// Whether a host may have a private address; then plain `http` to it is allowed as well.
    public var allowsPrivateAddresses: Bool
    /// Gives the value of `{secret.name}`.
    public var secrets: SecretSource
    /// The zone in which times are written.
    public var zone: Zone
    /// The actions in whose place their first example answers.
    public var doubled: Set<String>
    /// What stands before the id of a file in the address where it can be had; `nil` when that is nowhere.
    public var content: String?
    /// Gives the value of `{token.name}`.
    public var tokens: any TokenSource

    public init(
        hosts: [HostPort], allowsPrivateAddresses: Bool, secrets: SecretSource, zone: Zone, doubled: Set<String> = [],
        content: String? = nil, tokens: any TokenSource = NoTokens()
    ) {
        self.hosts = hosts
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.secrets = secrets
        self.zone = zone
        self.doubled = doubled
        self.content = content
        self.tokens = tokens
    }

    /// Where a request may go. What is not encrypted stays on private addresses.
    func destinations(of request: HTTPRequest) -> Destinations {
        guard allowsPrivateAddresses else { return .publicOnly() }
        return request.url.lowercased().hasPrefix("https:") ? .publicOnly(except: Set(hosts)) : .privateOnly
    }

    /// Whether an address lies on one of the hosts.
    func allows(_ url: URL) -> Bool {
        guard let host = url.host()?.lowercased(), let scheme = url.scheme?.lowercased() else { return false }
        guard scheme == "https" || scheme == "http" && allowsPrivateAddresses else { return false }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return hosts.contains { $0.host.lowercased() == host && ($0.port == nil || $0.port == port) }
    }
}

/// The secrets of actions: `{secret.shop_token}` is the variable `USHER_SECRET_SHOP_TOKEN`, or what stands in the file that
/// `USHER_SECRET_SHOP_TOKEN_FILE` names.
public struct SecretSource: Sendable {
    private let environment: [String: String]

    public init(environment: [String: String]) { self.environment = environment }

    /// The environment variable of a secret.
    public static func variable(_ name: String) -> String {
        "USHER_SECRET_" + name.uppercased().replacing("-", with: "_")
    }

    /// The file that holds a secret; `nil` when none is named.
    public func file(of name: String) -> String? {
        environment[Self.variable(name) + "_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    public func value(of name: String) -> String? {
        let variable = Self.variable(name)
        if let value = environment[variable], !value.isEmpty { return value }
        guard let path = environment[variable + "_FILE"], let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
