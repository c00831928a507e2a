import Channels
import Expressions
import ServiceLifecycle

extension WallClock {
    /// Waits for `length` by this clock; throws `CancellationError` when the task is cancelled or the service is
    /// stopping.
    func pause(_ length: TimeLength) async throws {
        let end = now + length
        guard length > .zero else { return }
        try await cancelWhenGracefulShutdown { try await self.sleep(until: end) }
    }

    /// Returns the result of `work`, or cancels it and returns `nil` when it takes longer than `length` by this clock.
    func atMost<Value: Sendable>(
        _ length: TimeLength, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let end = now + length
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await self.sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
