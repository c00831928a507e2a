import Concurrency
import NIOCore
import Synchronization

/// Tracks the open connections, and the requests that a shutdown waits for.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isQuiescing = false
    }

    private let state = Mutex(State())
    /// The number of payment authorisations and sign-in exchanges in progress.
    private let exchanging = Watched(0)

    var count: Int { state.withLock(\.channels.count) }
    var exchanges: Int { exchanging.value }

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

    /// Runs a payment authorisation or a sign-in exchange; a shutdown waits for it.
    func exchanging<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        exchanging.change { $0 += 1 }
        defer { exchanging.change { $0 -= 1 } }
        return try await work()
    }

    /// Returns when no payment authorisation and no sign-in exchange is in progress.
    func untilExchanged() async {
        await exchanging.wait { $0 == 0 }
    }

    /// Ends each connection, current or future, after its request in progress.
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

    /// Closes all connections immediately. Returns their number.
    func closeAll() -> Int {
        let channels = state.withLock { Array($0.channels.values) }
        for channel in channels { channel.close(promise: nil) }
        return channels.count
    }
}
