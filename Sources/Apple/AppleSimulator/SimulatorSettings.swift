public import Expressions

/// Where the simulated Apple listens, and how it behaves.
public struct SimulatorSettings: Sendable, Hashable {
    /// The address to listen on. Anything but loopback wants `listensBeyondLoopback` too.
    public var host = "127.0.0.1"
    /// 0 takes any port that is free.
    public var port = 8081
    /// Whether other machines may reach the simulator. Its control API has no passwords.
    public var listensBeyondLoopback = false
    /// The path under which the gateway stands, as `/v1` does at Apple.
    public var gatewayPath = "/v1"
    public var limits = PayloadLimits.strict
    public var memory = MemoryLimits()
    public var storage = StorageLimits()
    /// How long a business may take to answer a webhook; the connection's time, not the simulator's clock. Apple waits
    /// 30 seconds (developer.apple.com, "Messages Received").
    public var webhookTimeout = TimeLength.seconds(30)
    /// How many webhooks may be on their way at once to one host.
    public var webhookConnections = 64
    /// Path of a PEM file with the authorities that webhooks trust, in place of the system's: for a business behind TLS with a
    /// certificate of its own making.
    public var webhookAuthority: String?
    /// How long a merchant session can be paid with; Apple's pages speak of five minutes.
    public var sessionLife = TimeLength.minutes(5)
    /// What a proxy that asks businesses for their merchant identity certificate says of it; `nil` asks nobody.
    public var merchantCertificate: ProxyCertificate?
    /// Whether a typing signal is posted before every text, as devices do.
    public var typesBeforeText = true
    /// The most bytes the body of a request may have.
    public var largestBody = 16 << 20

    public init() {}
}

extension SimulatorSettings {
    /// As it stands in an address; IPv6 wants brackets there (RFC 3986, section 3.2.2).
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }

    /// Throws `SimulatorStartFailure` for settings that cannot work or are not safe.
    func check() throws(SimulatorStartFailure) {
        guard (0...65_535).contains(port) else { throw .badSetting("port \(port) does not exist; 0 to 65535 do") }
        guard listensBeyondLoopback || isLoopback else { throw .notLoopback(host) }
        let parts = gatewayPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard gatewayPath.hasPrefix("/"), !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }), parts.first != "simulator"
        else {
            throw .badSetting(
                "the path of the gateway should be like `/v1` and not begin with `/simulator`, which is taken")
        }
    }

    private var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// Why the simulated Apple cannot be reached.
public enum SimulatorStartFailure: Error, Equatable, CustomStringConvertible {
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, reason: String)
    /// The address can be reached from other machines, and nobody said that it may.
    case notLoopback(String)
    case badSetting(String)
    /// It has stopped, or was stopped before it began.
    case stopped

    public var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) of \(host) is taken; stop the program that listens there, or choose another port (0 for any)"
        case .cannotListen(let host, let port, let reason): "the simulator cannot listen on \(host):\(port): \(reason)"
        case .notLoopback(let host):
            "the simulator has no passwords and listens on loopback only; \(host) can be reached by others and has to be "
                + "allowed on purpose"
        case .badSetting(let reason): reason
        case .stopped: "the simulator is not running any more"
        }
    }
}
