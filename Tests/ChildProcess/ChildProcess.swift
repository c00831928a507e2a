public import Foundation
import Synchronization

/// A program that a test has started. Many can be started at the same time, which Foundation's `Process` does not
/// support.
public final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// Held while a pipe is created, and while a program is started, so that no program inherits the pipe of another.
    private static let births = Mutex(())

    public let id: pid_t
    private let state = Mutex(State())

    /// Starts the program, with no signal blocked and no pipe open except its three streams.
    ///
    /// - Parameters:
    ///   - streams: its standard input, output and error.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String], in folder: String,
        streams: (input: FileHandle, output: FileHandle, errors: FileHandle)
    ) throws {
        id = try Self.spawn(executable, arguments, environment, folder, streams)
        Thread { [self] in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7f
            end(with: signal == 0 ? status >> 8 & 0xff : 128 + signal)
        }.start()
    }

    /// Returns a pipe that no other program inherits.
    public static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        var ends: [Int32] = [-1, -1]
        let isMade = births.withLock { _ in
            Foundation.pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isMade else { throw ChildProcessFailure(description: "no pipe: \(String(cString: strerror(errno)))") }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }

    public var isRunning: Bool { state.withLock { $0.status == nil } }

    /// Waits for the end of the program. Returns its exit code, or, as shells do, 128 and the number of the signal that
    /// ended it.
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

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        // The shell changes to the folder, and then executes the program.
        let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments
        var words = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let failure = births.withLock { _ in posix_spawn(&id, command[0], &actions, &attributes, &words, &variables) }
        guard failure == 0 else {
            throw ChildProcessFailure(
                description: "\(executable) cannot be started: \(String(cString: strerror(failure)))")
        }
        return id
    }
}

/// The reason why a program could not be started.
public struct ChildProcessFailure: Error, CustomStringConvertible {
    public let description: String
}
