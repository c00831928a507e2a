import Foundation
import Synchronization

/// Collects the output of a program on its own thread, and lets tests wait for it.
final class OutputReader: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isFinished = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    init(_ stream: FileHandle) {
        Thread { [self] in
            let descriptor = stream.fileDescriptor
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                change { $0.bytes += buffer[..<count] }
            }
            try? stream.close()
            change { $0.isFinished = true }
        }.start()
    }

    var text: String { seen.text }

    /// Whether the program has closed the stream.
    var isFinished: Bool { seen.isFinished }

    /// The output so far.
    private var seen: (text: String, count: Int, isFinished: Bool) {
        state.withLock { (String(decoding: $0.bytes, as: UTF8.self), $0.bytes.count, $0.isFinished) }
    }

    /// Returns the whole output, once the program has closed the stream.
    func whole() async -> String {
        while true {
            let seen = seen
            if seen.isFinished { return seen.text }
            await change(after: seen.count)
        }
    }

    /// Returns when `wanted` has been written `times` times; `false` when the stream ends before that.
    func wait(for wanted: String, times: Int = 1) async -> Bool {
        while true {
            let seen = seen
            if seen.text.ranges(of: wanted).count >= times { return true }
            if seen.isFinished { return false }
            await change(after: seen.count)
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when there are more than `count` bytes, or the stream has ended.
    private func change(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isFinished || state.bytes.count != count { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
