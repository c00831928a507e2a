public import Foundation
import Synchronization

/// A program that a test has started. Many may be started at the same moment, which Foundation's `Process` does not bear.
public final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// How many files a process has open at most, as far as tests go.
    private static let mostOpen: Int32 = 1_024

    private let id: pid_t
    private let state = Mutex(State())

    /// Starts it. It is born with no signal blocked, and with no open file but its three streams.
    ///
    /// - Parameters:
    ///   - streams: what becomes its input, its output and its errors.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String], in folder: String,
        streams: (input: FileHandle, output: FileHandle, errors: FileHandle)
    ) throws {
        id = try Self.spawn(executable, arguments, environment, folder, streams)
        Thread { [self] in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let wasKilled = status & 0x7f != 0
            end(with: wasKilled ? status & 0x7f : status >> 8 & 0xff)
        }.start()
    }

    public var isRunning: Bool { state.withLock { $0.status == nil } }

    /// Waits for its end: its exit code, or the number of the signal that ended it.
    public func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiters.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    public func send(_ signal: Int32) { if isRunning { kill(id, signal) } }

    private func end(with status: Int32) {
        let waiters = state.withLock { state in
            state.status = status
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String: String], _ folder: String,
        _ streams: (input: FileHandle, output: FileHandle, errors: FileHandle)
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [streams.input, streams.output, streams.errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, Int32(number))
        }
        // What others have open just now, such as the ends of their pipes, must not live on in this one.
        for descriptor in 3..<mostOpen { posix_spawn_file_actions_addclose(&actions, descriptor) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        // The shell goes into the folder, and then becomes the program.
        let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments
        var words = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, command[0], &actions, &attributes, &words, &variables)
        guard failure == 0 else {
            throw ChildProcessFailure(
                description: "\(executable) cannot be started: \(String(cString: strerror(failure)))")
        }
        return id
    }
}

/// Why a program could not be started.
public struct ChildProcessFailure: Error, CustomStringConvertible {
    public let description: String
}
