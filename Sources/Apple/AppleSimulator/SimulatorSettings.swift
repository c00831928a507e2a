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

    /// Whether only this machine can reach the address.
    var isLoopback: Bool {
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

/// The limits of the simulator's memory. Beyond them the oldest items are removed first.
public struct MemoryLimits: Sendable, Hashable {
    /// The maximum number of entries in the transcript of one device.
    public var transcriptEntries = 1000
    /// The maximum size in bytes of the messages in the transcript of one device.
    public var transcriptBytes = 8 << 20
    /// The maximum number of exchanges in the wire log.
    public var logEntries = 10_000

    public init() {}
}

/// The size and retention limits of the attachment store.
public struct StorageLimits: Sendable, Hashable {
    /// The maximum size of one file in bytes. (Apple, MSP REST API, Sending Messages with Attachments: 100 MB.)
    public var fileSize = 100 << 20
    /// The maximum size of all files on disk together, in bytes; a file that exceeds it is refused with 507.
    public var total = 2 << 30
    /// How long a file can be fetched, by the simulator's clock. (Apple, ibid.: 30 days.)
    public var life = TimeLength.days(30)
    /// How long a customer's large reply can be fetched and decoded. Apple says only that it must be processed at once.
    public var replyLife = TimeLength.minutes(5)
    /// How long an address for one upload or download can be used.
    public var addressLife = TimeLength.minutes(10)

    public init() {}
}
