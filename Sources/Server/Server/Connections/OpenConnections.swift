import NIOCore
import Synchronization

/// The connections that are open, and the requests that a shutdown waits for.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isQuiescing = false
        /// Payment authorisations and sign-in exchanges in progress.
        var exchanges = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.channels.count) }
    var exchanges: Int { state.withLock(\.exchanges) }

    func add(_ channel: any Channel) {
        let isQuiescing = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            return state.isQuiescing
        }
        if isQuiescing { Self.quiesce(channel) }
    }

    func remove(_ channel: any Channel) {
        state.withLock { state in state.channels[ObjectIdentifier(channel)] = nil }
    }

    /// Runs a payment authorisation or a sign-in exchange, which a shutdown waits for.
    func exchanging<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.exchanges += 1 }
        defer {
            let waiting = state.withLock { state in
                state.exchanges -= 1
                guard state.exchanges == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
        return try await work()
    }

    /// Returns when no payment authorisation and no sign-in exchange is in progress.
    func untilExchanged() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.exchanges > 0 { state.waiting.append(continuation) }
                return state.exchanges == 0
            }
            if isDone { continuation.resume() }
        }
    }

    /// Has each connection end after the request in progress, those to come included.
    func quiesce() {
        let channels = state.withLock { state in
            state.isQuiescing = true
            return Array(state.channels.values)
        }
        for channel in channels { Self.quiesce(channel) }
    }

    private static func quiesce(_ channel: any Channel) {
        channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Closes all connections, whatever they are doing. Returns how many there were.
    func closeAll() -> Int {
        let channels = state.withLock { Array($0.channels.values) }
        for channel in channels { channel.close(promise: nil) }
        return channels.count
    }
}
