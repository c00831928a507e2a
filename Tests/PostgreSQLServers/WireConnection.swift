import Foundation
import Synchronization

/// One connection through a proxy: a thread for each direction.
final class WireConnection: Sendable {
    private let client: Int32
    private let server: Int32
    private let gate: Gate
    /// Called for each message of the client; returns what happens at it.
    private let note: @Sendable () -> WireProxy.Fault?
    private let isMute = Atomic(false)
    /// The number of directions that still use the sockets.
    private let users = Atomic(2)
    /// Once the sockets are closed, their numbers belong to others in this process, such as a server of another test.
    private let isClosed = Mutex(false)

    init(client: Int32, server: Int32, gate: Gate, note: @escaping @Sendable () -> WireProxy.Fault?) {
        self.client = client
        self.server = server
        self.gate = gate
        self.note = note
    }

    func start() {
        Thread { [self] in
            forward()
            release()
        }.start()
        Thread { [self] in
            answer()
            release()
        }.start()
    }

    /// Ends it on both sides.
    func end() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
    }

    private func release() {
        guard users.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
        isClosed.withLock { isClosed in
            isClosed = true
            close(client)
            close(server)
        }
    }

    private func forward() {
        var messages = WireMessages()
        while let bytes = Sockets.read(client) {
            for message in messages.take(bytes) {
                gate.pass()
                switch note() {
                case nil: Sockets.write(message, to: server)
                case .cutBefore: return end()
                case .cutAfter:
                    mute()
                    Sockets.write(message, to: server)
                    shutdown(client, Int32(SHUT_RDWR))
                    // The server still reads what it was sent.
                    shutdown(server, Int32(SHUT_WR))
                    return
                case .freeze:
                    mute()
                    drain()
                    return end()
                case .late:
                    mute()
                    let later = drain()
                    Sockets.write(message + later, to: server)
                    shutdown(server, Int32(SHUT_WR))
                    return
                }
            }
        }
        gate.pass()
        end()
    }

    private func mute() { isMute.store(true, ordering: .sequentiallyConsistent) }

    /// Reads until the client ends the connection.
    @discardableResult private func drain() -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = Sockets.read(client) { all += bytes }
        return all
    }

    private func answer() {
        while let bytes = Sockets.read(server) {
            gate.pass()
            if !isMute.load(ordering: .sequentiallyConsistent) { Sockets.write(bytes, to: client) }
        }
        gate.pass()
        // A client that is frozen is not informed of the end.
        if !isMute.load(ordering: .sequentiallyConsistent) { end() }
    }
}
