import ArgumentParser
import Foundation
import Server
import Synchronization

/// The standard output of a command.
///
/// A write error does not end the command at once, so that it can still remove its temporary files; later output is
/// dropped, and the error is reported when the program ends.
enum StandardOutput {
    private struct State {
        var bytes: [UInt8] = []
        var failure: WritableStream.Failure?
    }

    private static let state = Mutex(State())
    /// Bytes collected for one write, unless a terminal shows them.
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

    /// Writes a text for people that a server does not depend on; it is dropped when it cannot be written.
    static func announce(_ text: String) { try? WritableStream.standardOutput.write(Array((text + "\n").utf8)) }

    /// Writes the collected output: before waiting for input, and at the end.
    static func flush() { state.withLock { flush(&$0) } }

    /// Reports why a result could not be written. Returns the exit code; nothing is reported when the reader has closed
    /// the pipe.
    static func exitCode(_ failure: WritableStream.Failure) -> Int32 {
        if failure.code == EPIPE {
            // Ends the process as the signal does in programs that do not ignore it.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        Console.note("usher: cannot write standard output: \(failure)")
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
