import Channels
import Concurrency
import Expressions

/// The spans that wait to be exported. It is bounded: when the collector is slower than the server, spans are dropped
/// and counted, and the server does not wait.
final class SpanQueue: Sendable {
    private struct State {
        var spans: [FinishedSpan] = []
        /// Whether everything is to be exported now.
        var isClosed = false
    }

    private let state = Watched(State())
    private let most: Int
    let batch: Int
    private let onDrop: @Sendable () -> Void

    /// - Parameters:
    ///   - most: the limit on waiting spans.
    ///   - batch: the largest number of spans in one request.
    ///   - onDrop: called for each span that finds no room.
    init(most: Int = 4_096, batch: Int = 512, onDrop: @escaping @Sendable () -> Void = {}) {
        self.most = most
        self.batch = batch
        self.onDrop = onDrop
    }

    /// The number of waiting spans.
    var count: Int { state.read(\.spans.count) }

    func add(_ span: FinishedSpan) {
        let hasRoom = state.change { state in
            guard state.spans.count < most else { return false }
            state.spans.append(span)
            return true
        }
        if !hasRoom { onDrop() }
    }

    /// Makes waiting end: what is left is exported at once.
    func close() { state.change { $0.isClosed = true } }

    /// Takes the spans of one request, the oldest first.
    func take() -> [FinishedSpan] {
        state.change { state in
            defer { state.spans.removeFirst(min(batch, state.spans.count)) }
            return Array(state.spans.prefix(batch))
        }
    }

    /// Returns when a request is full, at `moment`, when the queue is closed, or when the task is cancelled.
    func wait(until moment: Moment, on clock: any WallClock) async {
        await state.wait(until: { [batch] in $0.spans.count >= batch || $0.isClosed }, before: moment, on: clock)
    }
}
