import Expressions
import NIOCore

/// How long clients may keep a connection waiting; beyond that it is closed.
struct Patience: Sendable {
    /// How much of a body has to come in each window in which the server is ready for it.
    var leastBody = 4_096
    var bodyWindow = TimeAmount.seconds(30)
    /// How much of an answer has to be read in each window in which it waits for that, unless all of it is.
    var leastRead = 64 << 10
    var reading = TimeAmount.seconds(60)
    /// How long a client may leave a connection open whose last answer it has had.
    var lingering = TimeAmount.seconds(10)
    /// How much of a body is passed over that nobody wants any more, because its request has been answered.
    var mostUnwanted = 16 << 20
}

extension Patience {
    init(_ settings: ConnectionSettings) { lingering = .milliseconds(Int64(settings.lingering.milliseconds)) }
}

/// What a connection owes: the body that is coming, and whether anybody still wants it.
struct BodyWatch {
    /// How much has come in this window.
    private var brought = 0
    private var unwanted = 0
    private var begun = 0
    private var answered = 0
    private(set) var isComing = false
    /// Whether it began within this window, which says nothing of it then.
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

    /// A window begins.
    mutating func beginWindow() { isFresh = false }

    mutating func end() { isComing = false }
    mutating func answer() { answered += 1 }
    mutating func want() { isWanted = true }
    mutating func hasRead() { isWanted = false }

    /// Some of the body has come. Whether that goes too far, after the answer.
    mutating func take(_ count: Int, _ patience: Patience) -> Bool {
        brought += count
        if answered >= begun { unwanted += count }
        return unwanted > patience.mostUnwanted
    }

    /// A window is over. Whether too little has come in all of it, though the server was ready for more.
    mutating func isTooSlow(_ patience: Patience) -> Bool {
        defer { brought = 0 }
        return isComing && !isFresh && isWanted && brought < patience.leastBody
    }
}
