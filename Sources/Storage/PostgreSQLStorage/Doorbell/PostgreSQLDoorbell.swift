import CPostgreSQL
public import ConversationRuntime
import Databases
import Foundation
public import Logging
import Synchronization

/// The doorbell between servers that share a PostgreSQL database: `LISTEN` and `NOTIFY` on a connection of its own.
///
/// Notifications take a lock of the whole cluster when they are committed, so they are never part of other transactions; those
/// of 20 ms go together. While the connection is broken hints are lost, and the listeners are notified of that.
public final class PostgreSQLDoorbell: Doorbell {
    private let line: BellLine

    /// - Parameters:
    ///   - address: the database; its schema decides whose doorbell it is.
    public init(_ address: PostgreSQLAddress, logger: Logger) {
        line = BellLine(address, logger: logger)
        let line = line
        let thread = Thread { line.run() }
        thread.name = "usher.doorbell"
        thread.start()
    }

    deinit { line.close() }

    public func ring(_ rings: [Ring]) { line.ring(rings) }

    public func rings() -> AsyncStream<Ring?> { line.rings() }
}

/// What the doorbell and its thread share.
private final class BellLine: Sendable {
    private struct State {
        /// Hints to be sent, in order, each once.
        var waiting: [Ring] = []
        var known: Set<Ring> = []
        var listeners: [Int: AsyncStream<Ring?>.Continuation] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let address: PostgreSQLAddress
    private let logger: Logger
    private let channel: String
    /// A pipe that wakes the thread.
    private let waking: (read: Int32, write: Int32)

    private static let gathered = 20
    /// The server refuses longer texts (PostgreSQL, NOTIFY).
    private static let longest = 7_500
    /// The most hints that wait; more are of no use to a server that cannot be reached.
    private static let most = 10_000
    private static let ping: Int32 = 30_000

    init(_ address: PostgreSQLAddress, logger: Logger) {
        self.address = address
        self.logger = logger
        channel = "usher " + address.schema.prefix(50)
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        waking = (ends[0], ends[1])
    }

    func ring(_ rings: [Ring]) {
        let isFirst = state.withLock { state in
            let wasEmpty = state.waiting.isEmpty
            for ring in rings where state.waiting.count < Self.most && state.known.insert(ring).inserted {
                state.waiting.append(ring)
            }
            return wasEmpty && !state.waiting.isEmpty
        }
        if isFirst { wake() }
    }

    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
        wake()
    }

    func rings() -> AsyncStream<Ring?> {
        let (stream, continuation) = AsyncStream.makeStream(of: Ring?.self, bufferingPolicy: .bufferingNewest(1_000))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    private func wake() {
        var byte: UInt8 = 1
        _ = write(waking.write, &byte, 1)
    }

    private var isClosed: Bool { state.withLock(\.isClosed) }

    private func hear(_ ring: Ring?) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(ring) }
    }

    // The thread.

    func run() {
        var isReported = false
        while !isClosed {
            do {
                let connection = try address.connect()
                try connection.run("LISTEN \"\(channel.replacing("\"", with: "\"\""))\"", within: address.patience)
                if isReported { logger.notice("doorbell connected again") }
                isReported = false
                // What was rung while nothing listened is lost.
                hear(nil)
                try serve(connection)
            } catch {
                if !isReported {
                    logger.warning("doorbell lost, reconnecting", metadata: ["reason": "\(error)"])
                }
                isReported = true
                rest(1_000)
            }
        }
        _ = Foundation.close(waking.read)
        _ = Foundation.close(waking.write)
    }

    private func serve(_ connection: PostgreSQLConnection) throws {
        while !isClosed {
            for (sender, text) in try connection.notifications() where sender != connection.process {
                for ring in RingMessage.rings(in: text) { hear(ring) }
            }
            let waiting = state.withLock { state in
                defer { (state.waiting, state.known) = ([], []) }
                return state.waiting
            }
            for text in RingMessage.texts(of: waiting, limit: Self.longest) {
                try connection.run(
                    "SELECT pg_notify(\(quoted(channel)), \(quoted(text)))", within: address.patience)
            }
            if waiting.isEmpty {
                if try !wait(for: connection) {
                    try connection.run("SELECT 1", within: address.patience)
                }
            } else {
                // What is rung meanwhile goes together.
                rest(Self.gathered)
            }
        }
    }

    /// Waits for a notification or a ring. Returns whether there was any.
    private func wait(for connection: PostgreSQLConnection) throws -> Bool {
        var polled = [
            pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waking.read, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&polled, 2, Self.ping)
        drain()
        return count != 0
    }

    private func rest(_ milliseconds: Int) {
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(waking.read, &bytes, bytes.count) > 0 {}
    }

    private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
