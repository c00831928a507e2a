import Foundation
import Synchronization

/// Collects what a program writes, on a thread of its own, and lets tests wait for it.
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

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Everything, when the program has closed the stream.
    func whole() async -> String {
        while !state.withLock({ $0.isFinished }) { await change() }
        return text
    }

    /// Returns when `wanted` has been written; `false` when the stream ends without it.
    func wait(for wanted: String) async -> Bool {
        while !text.contains(wanted) {
            if state.withLock({ $0.isFinished }) { return text.contains(wanted) }
            await change()
        }
        return true
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns at the next change; a change that has just happened may be missed only when the stream has ended.
    private func change() async {
        let count = state.withLock { $0.bytes.count }
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
