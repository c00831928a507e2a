import ChildProcess
import Foundation

/// The built program, run as its users run it.
enum Program {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// It is beside the bundle of the tests.
    static var path: String {
        get throws {
            for argument in CommandLine.arguments where argument.contains("xctest") {
                var folder = URL(filePath: argument)
                for _ in 0..<4 {
                    folder = folder.deletingLastPathComponent()
                    let candidate = folder.appending(path: "usher").path
                    if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
                }
            }
            throw ProgramFailure("the program `usher` does not lie beside the tests; build it with `swift build`")
        }
    }

    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the program, or another one, to its end.
    static func run(
        _ arguments: [String], of other: String? = nil, input: String = "", environment: [String: String] = [:],
        in folder: URL = root
    ) async throws -> Result {
        let program = try RunningProgram(arguments, of: other, environment: environment, in: folder)
        try program.write(input)
        return await Result(
            status: program.status(), output: program.output.whole(), errors: program.errors.whole())
    }
}

/// A started program and its streams.
final class RunningProgram: Sendable {
    let output: OutputReader
    let errors: OutputReader
    private let process: ChildProcess
    private let input: FileHandle

    /// - Parameters:
    ///   - other: a program to run instead of the built one.
    ///   - sinks: the targets of its output and its errors; `nil` for readers of this test.
    init(
        _ arguments: [String], of other: String? = nil, environment: [String: String] = [:],
        in folder: URL = Program.root, sinks: (output: FileHandle?, errors: FileHandle?) = (nil, nil)
    ) throws {
        let (inputPipe, outputPipe, errorPipe) = try (ChildProcess.pipe(), ChildProcess.pipe(), ChildProcess.pipe())
        input = inputPipe.writing
        process = try ChildProcess(
            other ?? Program.path, arguments,
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("USHER_") }
                .merging(environment) { $1 },
            in: folder.path,
            streams: (inputPipe.reading, sinks.output ?? outputPipe.writing, sinks.errors ?? errorPipe.writing))
        output = OutputReader(outputPipe.reading)
        errors = OutputReader(errorPipe.reading)
        // Only the program has these ends open now, so that its end is noticed.
        try inputPipe.reading.close()
        try outputPipe.writing.close()
        try errorPipe.writing.close()
    }

    deinit { kill() }

    /// The process id.
    var id: pid_t { process.id }

    /// Writes a part of its input, which stays open.
    func type(_ text: String) { input.write(Data(text.utf8)) }

    /// Writes all of its input.
    func write(_ text: String) throws {
        input.write(Data(text.utf8))
        try input.close()
    }

    /// Waits for its end. Returns its exit code, or 128 and the number of the signal that ended it.
    func status() async -> Int32 { await process.status() }

    func kill() { process.send(SIGKILL) }
    func stop() { process.send(SIGTERM) }
    func send(_ signal: Int32) { process.send(signal) }
}

struct ProgramFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
