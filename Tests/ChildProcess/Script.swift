import Foundation

/// A shell script that runs until its input is closed, so that nothing it started outlives the tests.
///
/// It ends its child processes with `kill -KILL`, because processes started from Swift's threads inherit other blocked
/// signals.
public final class Script: Sendable {
    private let process: ChildProcess
    private let input: FileHandle

    /// Runs `script` in `folder` and returns when it prints `word` as a line.
    public init(_ script: String, in folder: String, readyWhenItPrints word: String = "ready") async throws {
        let (inputPipe, output) = try (ChildProcess.pipe(), ChildProcess.pipe())
        input = inputPipe.writing
        process = try ChildProcess(
            "/bin/sh", ["-ec", script], environment: ProcessInfo.processInfo.environment, in: folder,
            streams: (inputPipe.reading, output.writing, output.writing))
        try inputPipe.reading.close()
        try output.writing.close()
        try await Self.wait(for: word, in: output.reading)
    }

    /// Runs `body` and then ends the script, including everything that it started.
    public func last(through body: @Sendable () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            await end()
            throw error
        }
        await end()
    }

    private func end() async {
        try? input.close()
        _ = await process.status()
    }

    private static func wait(for word: String, in output: FileHandle) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread {
                var text = ""
                while case let data = output.availableData, !data.isEmpty {
                    text += String(decoding: data, as: UTF8.self)
                    if text.contains("\(word)\n") { return continuation.resume() }
                }
                continuation.resume(throwing: ChildProcessFailure(description: "a server did not start: \(text)"))
            }.start()
        }
    }
}
