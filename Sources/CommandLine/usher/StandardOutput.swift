import ArgumentParser
import Foundation
import Server
import Synchronization

/// The standard output of a command.
///
/// What cannot be written ends nothing at once, so that a command still removes what it has made for a time; what is written
/// afterwards is dropped, and the end of the program reports it.
enum StandardOutput {
    private struct State {
        var bytes: [UInt8] = []
        var failure: WritableStream.Failure?
    }

    private static let state = Mutex(State())
    /// Bytes that are collected for one write, where no terminal shows them.
    private static let most = 65_536

    /// Why nothing can be written any more; `nil` while it can.
    static var failure: WritableStream.Failure? { state.withLock(\.failure) }

    static func write(_ text: String) {
        state.withLock { state in
            guard state.failure == nil else { return }
            state.bytes += text.utf8
            if state.bytes.count >= most || WritableStream.standardOutput.isTerminal { flush(&state) }
        }
    }

    /// Writes something for people that a server does not depend on: when nobody takes it, it is dropped.
    static func announce(_ text: String) { try? WritableStream.standardOutput.write(Array((text + "\n").utf8)) }

    /// Writes what is collected: before waiting for input, and at the end.
    static func flush() { state.withLock { flush(&$0) } }

    /// Reports why a result could not be written. Returns the exit code; a reader who has gone wants no report.
    static func exitCode(_ failure: WritableStream.Failure) -> Int32 {
        if failure.code == EPIPE {
            // As the system ends programs that do not ignore the signal.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        Console.note("usher: standard output cannot be written: \(failure)")
        return failure.code == EBADF ? 2 : Console.tryLater.rawValue
    }

    private static func flush(_ state: inout State) {
        guard !state.bytes.isEmpty, state.failure == nil else { return }
        do throws(WritableStream.Failure) {
            try WritableStream.standardOutput.write(state.bytes)
        } catch {
            state.failure = error
        }
        state.bytes = []
    }
}
