public import Expressions

/// How many connections there may be, how long they may be idle, and how often one address may ask.
public struct ConnectionSettings: Sendable {
    /// Further ones wait until others have gone.
    public var most = 10_000
    /// Connections of one address; 0 is no limit. Further ones are closed at once.
    public var perAddress = 1_000
    /// How long a connection may wait for a request, and how long the head of one may take.
    public var idleTimeout = TimeLength.seconds(75)
    /// Requests of one address a minute, as many at once; 0 is no limit.
    public var requestsPerAddress = 1_200
    /// How long a client may leave a connection open whose last answer it has had (RFC 9112, section 9.6).
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

    /// The token of operators; a short one is used, with a warning.
    mutating func adminToken() -> String? {
        guard let secret = secret(.adminToken), let value = secret.value else { return nil }
        if value.utf8.count < Self.shortestToken {
            warn(
                "\(secret.place): `admin.token` is shorter than \(Self.shortestToken) characters and can be guessed; make one with `openssl rand -hex 32`"
            )
        }
        return value
    }
}
