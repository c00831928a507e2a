public import Channels
public import Expressions

extension AsyncStream<Void> {
    /// Waits for the next element, but not past `deadline`, even if the clock is set back meanwhile.
    ///
    /// - Returns: whether an element arrived; if none did, or the task was cancelled, the stream yields no more.
    public func hasNext(before deadline: Moment, on clock: any WallClock) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in self { return true }
                return false
            }
            group.addTask {
                try? await clock.sleep(until: deadline)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
