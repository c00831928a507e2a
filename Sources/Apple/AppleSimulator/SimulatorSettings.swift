public import Expressions

/// The listening address and the behaviour of the simulated Apple.
public struct SimulatorSettings: Sendable, Hashable {
    /// The address to listen on. Any address other than loopback also requires `listensBeyondLoopback`.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 chooses a free one.
    public var port = 8081
    /// Whether other machines may reach the simulator. Its control API has no authentication.
    public var listensBeyondLoopback = false
    /// The base path of the gateway, like Apple's `/v1`.
    public var gatewayPath = "/v1"
    public var limits = PayloadLimits.strict
    public var memory = MemoryLimits()
    public var storage = StorageLimits()
    /// The time limit for a business's response to a webhook, in real time rather than on the simulator's clock. Apple
    /// waits 30 seconds (developer.apple.com, "Messages Received").
    public var webhookTimeout = TimeLength.seconds(30)
    /// The maximum number of parallel webhook requests to one host.
    public var webhookConnections = 64
    /// The path of a PEM file with the certificate authorities trusted for webhooks, in place of the system's: for a
    /// business behind TLS with a self-issued certificate.
    public var webhookAuthority: String?
    /// The lifetime of a merchant session; Apple's pages name five minutes.
    public var sessionLife = TimeLength.minutes(5)
    /// The headers of a proxy that requires the merchant identity certificate from businesses; `nil` requires none.
    public var merchantCertificate: ProxyCertificate?
    /// Whether a typing signal is posted before every text, as devices do.
    public var typesBeforeText = true
    /// The maximum size of a request body in bytes.
    public var largestBody = 16 << 20

    public init() {}
}

extension SimulatorSettings {
    /// The host as written in an address; IPv6 addresses need brackets there (RFC 3986, section 3.2.2).
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }

    /// Throws `SimulatorStartFailure` for settings that are invalid or unsafe.
    func check() throws(SimulatorStartFailure) {
        guard (0...65_535).contains(port) else { throw .badSetting("port \(port) does not exist; 0 to 65535 do") }
        guard listensBeyondLoopback || isLoopback else { throw .notLoopback(host) }
        let parts = gatewayPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard gatewayPath.hasPrefix("/"), !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }), parts.first != "simulator"
        else {
            throw .badSetting(
                "the path of the gateway should be like `/v1` and not begin with `/simulator`, which is reserved")
        }
    }

    private var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// The reason why the simulated Apple cannot be reached.
public enum SimulatorStartFailure: Error, Equatable, CustomStringConvertible {
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, reason: String)
    /// The address can be reached from other machines, and the settings do not allow that.
    case notLoopback(String)
    case badSetting(String)
    /// It has stopped, or was stopped before it began.
    case stopped

    public var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) of \(host) is in use; stop the program that listens on it, or choose another port (0 for any)"
        case .cannotListen(let host, let port, let reason): "the simulator cannot listen on \(host):\(port): \(reason)"
        case .notLoopback(let host):
            "the simulator has no passwords and listens on loopback only; \(host) can be reached from other machines and must be "
                + "allowed explicitly"
        case .badSetting(let reason): reason
        case .stopped: "the simulator is not running any more"
        }
    }
}
