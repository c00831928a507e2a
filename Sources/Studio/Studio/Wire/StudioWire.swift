public import Concurrency
public import Server
import Synchronization

/// The running server with its simulated Apple, for conversations on the wire.
struct StudioWire: Sendable {
    let running: DevelopmentServer.Running
    /// The clock of both.
    let clock: TurnableClock
}

extension StudioSite {
    /// Admits requests to the port of a server that listens now, and lets conversations go over its wire.
    public func runs(_ running: DevelopmentServer.Running, clock: TurnableClock) {
        listens(on: running.serverPort)
        connection.set(StudioWire(running: running, clock: clock))
    }

    /// `nil` before the server listens.
    var wire: StudioWire? { connection.wire }
}

/// Holds the server, once it runs.
final class WireConnection: Sendable {
    private let state = Mutex<StudioWire?>(nil)

    var wire: StudioWire? { state.withLock { $0 } }

    func set(_ wire: StudioWire) { state.withLock { $0 = wire } }
}
