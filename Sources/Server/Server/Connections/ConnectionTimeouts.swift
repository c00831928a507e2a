import Expressions
import NIOCore

/// The timeouts of connections: a client that exceeds one is disconnected.
struct ConnectionTimeouts: Sendable {
    /// Bytes of a body that have to arrive in each window in which the server is ready to read.
    var leastBody = 4_096
    var bodyWindow = TimeAmount.seconds(30)
    /// Bytes of a response that the client has to read in each window, unless it reads all of it.
    var leastRead = 64 << 10
    var reading = TimeAmount.seconds(60)
    /// How long a client may keep a connection open after the last response.
    var lingering = TimeAmount.seconds(10)
    /// Bytes of a body that are read and discarded after the request has been answered.
    var mostUnwanted = 16 << 20
}

extension ConnectionTimeouts {
    init(_ settings: ConnectionSettings) { lingering = .milliseconds(Int64(settings.lingering.milliseconds)) }
}

/// The state of the request body on a connection: whether one is arriving, and whether the server still needs it.
struct BodyWatch {
    /// Bytes that have arrived in this window.
    private var brought = 0
    private var unwanted = 0
    private var begun = 0
    private var answered = 0
    private(set) var isComing = false
    /// Whether the body began within this window, so that the window does not count.
    private var isFresh = false
    /// Whether the server is ready for more.
    private var isWanted = false

    mutating func begin() {
        begun += 1
        isComing = true
        isFresh = true
        brought = 0
        unwanted = 0
    }

    /// Begins a window.
    mutating func beginWindow() { isFresh = false }

    mutating func end() { isComing = false }
    mutating func answer() { answered += 1 }
    mutating func want() { isWanted = true }
    mutating func hasRead() { isWanted = false }

    /// Counts arrived bytes of the body. Returns whether more than the allowed number arrived after the response.
    mutating func take(_ count: Int, _ timeouts: ConnectionTimeouts) -> Bool {
        brought += count
        if answered >= begun { unwanted += count }
        return unwanted > timeouts.mostUnwanted
    }

    /// Ends a window. Returns whether too little arrived in the whole of it although the server was ready for more.
    mutating func isTooSlow(_ timeouts: ConnectionTimeouts) -> Bool {
        defer { brought = 0 }
        return isComing && !isFresh && isWanted && brought < timeouts.leastBody
    }
}
