public import ConversationRuntime
public import CurlClient
public import Expressions
import Foundation

/// The settings of calls: what they may reach, and the values they may use.
public struct HTTPActionSettings: Sendable {
    /// The hosts that actions may call, optionally with a port.
    public var hosts: [HostPort]
    /// Whether a host may have a private address; then plain `http` to it is allowed as well.
    public var allowsPrivateAddresses: Bool
    /// Provides the value of `{secret.name}`.
    public var secrets: SecretSource
    /// The time zone in which times are written.
    public var zone: Zone
    /// The actions that are replaced by their first example.
    public var doubled: Set<String>
    /// The URL prefix at which a file can be fetched by its id; `nil` when files cannot be fetched.
    public var content: String?
    /// Provides the value of `{token.name}`.
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

    /// The permitted destinations of a request. Unencrypted requests are restricted to private addresses.
    func destinations(of request: HTTPRequest) -> Destinations {
        guard allowsPrivateAddresses else { return .publicOnly() }
        return request.url.lowercased().hasPrefix("https:") ? .publicOnly(except: Set(hosts)) : .privateOnly
    }

    /// Whether a URL belongs to one of the hosts.
    func allows(_ url: URL) -> Bool {
        guard let host = url.host()?.lowercased(), let scheme = url.scheme?.lowercased() else { return false }
        guard scheme == "https" || scheme == "http" && allowsPrivateAddresses else { return false }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return hosts.contains { $0.host.lowercased() == host && ($0.port == nil || $0.port == port) }
    }
}

/// The secrets of actions: `{secret.shop_token}` is the environment variable `USHER_SECRET_SHOP_TOKEN`, or the content
/// of the file named by `USHER_SECRET_SHOP_TOKEN_FILE`.
public struct SecretSource: Sendable {
    private let environment: [String: String]

    public init(environment: [String: String]) { self.environment = environment }

    /// The environment variable of a secret.
    public static func variable(_ name: String) -> String {
        "USHER_SECRET_" + name.uppercased().replacing("-", with: "_")
    }

    /// The file that contains a secret; `nil` when none is configured.
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
