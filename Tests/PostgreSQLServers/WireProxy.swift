import Foundation
import Synchronization

/// A proxy between clients and a PostgreSQL server on a socket of this machine, which counts the messages of clients and cuts
/// or freezes a connection at one of them.
public final class WireProxy: Sendable {
    /// What happens to a connection at a message of its client.
    public enum Fault: Sendable, CaseIterable {
        /// It ends before the message has reached the server.
        case cutBefore
        /// It ends after the message has reached the server, and before an answer returns.
        case cutAfter
        /// Neither the message nor any answer arrives, until the client gives up.
        case freeze
        /// The message arrives, and those after it, once the client has given up.
        case late
    }

    private struct State {
        var count = 0
        var fault: (kind: Fault, at: Int)?
        var isStopped = false
        /// Once the listening socket is closed, its number belongs to others in this process.
        var isClosed = false
        var connections: [Int: WireConnection] = [:]
        var next = 0
    }

    /// The port on which it listens.
    public let port: Int
    private let listener: Int32
    private let target: String
    private let state = Mutex(State())
    /// While it is held, nothing passes in either direction.
    private let gate = Gate()

    /// - Parameter socket: the path of the server's socket.
    public init(to socket: String) throws {
        target = socket
        (listener, port) = try Sockets.listen()
        Thread { [self] in accept() }.start()
    }

    /// Ends all connections, and takes no more.
    public func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            if !state.isClosed { shutdown(listener, Int32(SHUT_RDWR)) }
            return Array(state.connections.values)
        }
        gate.open()
        for connection in connections { connection.end() }
    }

    /// The number of messages that clients have sent since `expect`.
    public var count: Int { state.withLock(\.count) }

    /// Counts from 0 again, and lets a fault happen at a message; the first is number 1.
    public func expect(_ fault: Fault? = nil, at number: Int = 0) {
        state.withLock { state in
            state.count = 0
            state.fault = fault.map { ($0, number) }
        }
    }

    /// Whether the fault has happened.
    public var hasStruck: Bool { state.withLock { $0.fault == nil } }

    /// Lets nothing pass any more, as a network that drops everything.
    public func freeze() { gate.close() }

    /// Lets everything pass again, also what has waited.
    public func thaw() { gate.open() }

    private func accept() {
        while true {
            let client = Sockets.accept(listener)
            guard client >= 0 else { break }
            guard let server = Sockets.connect(to: target) else {
                close(client)
                continue
            }
            let connection = WireConnection(client: client, server: server, gate: gate) { [weak self] in
                self?.note() ?? nil
            }
            let isStopped = state.withLock { state in
                state.next += 1
                state.connections[state.next] = connection
                return state.isStopped
            }
            connection.start()
            if isStopped { connection.end() }
        }
        state.withLock { state in
            state.isClosed = true
            close(listener)
        }
    }

    /// Counts a message. Returns what happens at it.
    private func note() -> Fault? {
        state.withLock { state in
            state.count += 1
            guard let fault = state.fault, fault.at == state.count else { return nil }
            state.fault = nil
            return fault.kind
        }
    }
}

/// Stops threads while it is closed.
final class Gate: Sendable {
    private let condition = NSCondition()
    private let isClosed = Atomic(false)

    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    func open() {
        condition.lock()
        isClosed.store(false, ordering: .sequentiallyConsistent)
        condition.broadcast()
        condition.unlock()
    }

    func pass() {
        guard isClosed.load(ordering: .sequentiallyConsistent) else { return }
        condition.lock()
        while isClosed.load(ordering: .sequentiallyConsistent) { condition.wait() }
        condition.unlock()
    }
}
