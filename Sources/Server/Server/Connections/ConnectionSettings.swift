public import Expressions

/// The limits of connections: their number, their idle timeout, and the request rate of one address.
public struct ConnectionSettings: Sendable {
    /// The maximum number of open connections. Further ones wait until others have been closed.
    public var most = 10_000
    /// The maximum number of connections from one address; 0 means no limit. Further ones are closed at once.
    public var perAddress = 1_000
    /// How long a connection may wait for a request, and how long a request header may take.
    public var idleTimeout = TimeLength.seconds(75)
    /// Requests per minute from one address, which is also the largest burst; 0 means no limit.
    public var requestsPerAddress = 1_200
    /// How long a client may keep a connection open after the last response (RFC 9112, section 9.6).
    var lingering = TimeLength.seconds(10)

    public init() {}
}

extension SettingsReader {
    mutating func connections() -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.most = number(.serverMaxConnections, 10...1_000_000, settings.most)
        settings.perAddress = number(.serverConnectionsPerAddress, 0...1_000_000, settings.perAddress)
        settings.idleTimeout = length(.serverIdleTimeout, .seconds(5) ... .hours(1), settings.idleTimeout)
        settings.requestsPerAddress = number(.serverRequestsPerAddress, 0...1_000_000, settings.requestsPerAddress)
        return settings
    }

    private static let shortestToken = 16

    /// Reads the operator token. A short one is accepted with a warning.
    mutating func adminToken() -> String? {
        guard let secret = secret(.adminToken), let value = secret.value else { return nil }
        if value.utf8.count < Self.shortestToken {
            warn(
                "\(secret.place): `admin.token` is shorter than \(Self.shortestToken) characters and can be guessed; create one with `openssl rand -hex 32`"
            )
        }
        return value
    }
}
