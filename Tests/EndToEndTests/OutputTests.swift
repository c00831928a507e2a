import AppleSimulator
import ChildProcess
import CurlClient
import Foundation
import Testing

/// Standard output and standard error that cannot be written, or have no reader.
@Suite struct OutputTests {
    enum Sink: CaseIterable, Sendable {
        case full, readerGone, readerStopped
    }

    @Test(.timeLimit(.minutes(5)), arguments: Sink.allCases)
    func `a server whose log cannot be written goes on answering`(sink: Sink) async throws {
        let pipe = try ChildProcess.pipe()
        let log = sink == .full ? try #require(FileHandle(forWritingAtPath: "/dev/full")) : pipe.writing
        if sink != .readerStopped { try pipe.reading.close() }
        try await World.with(seed: 5) { world in
            let server = try await world.startServer(loggingTo: log)
            // The simulated Apple retries until the server listens.
            let device = try world.simulator.createDevice(DeviceDescription(.iphone, business: World.business)).id
            for number in 1...(sink == .readerStopped ? 60 : 3) {
                #expect(try await Self.delivers("Hello \(number)", from: device, in: world))
            }
            if sink != .readerStopped { #expect(try await Self.lostLines(world) > 0) }
            server.stop()
            await server.expectEnd(with: 0)
        }
        if sink == .readerStopped { try pipe.reading.close() }
    }

    /// Sends a text until the server, which may still be starting, accepts it.
    private static func delivers(_ text: String, from device: DeviceID, in world: World) async throws -> Bool {
        for _ in 0..<10 where try await world.simulator.send(text: text, from: device).isDelivered { return true }
        return false
    }

    private static func lostLines(_ world: World) async throws -> Int {
        let client = CurlClient(patience: .seconds(300))
        var request = HTTPRequest("GET", "http://127.0.0.1:\(world.serverPort)/metrics")
        request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(World.operatorToken)"))
        let page = String(decoding: try await client.send(request).body, as: UTF8.self)
        await client.shutdown()
        let line = page.split(separator: "\n").first { $0.hasPrefix("usher_log_lines_lost_total ") }
        return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }

    @Test(arguments: [
        ["explain"], ["--help"], ["--version"], ["check", "--format", "json"], ["message", "inspect", "--help"],
        ["map", "barber", "--format", "mermaid"], ["test"],
    ]) func `a result that cannot be written is an error`(arguments: [String]) async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let program = try RunningProgram(arguments, sinks: (full, nil))
        try program.write("")
        await program.expectEnd(with: 75)
        #expect(await program.errors.whole() == "usher: cannot write standard output: No space left on device\n")
    }

    @Test(arguments: [true, false]) func `a reader that has gone ends a command quietly`(ignoresSignal: Bool)
        async throws
    {
        let pipe = try ChildProcess.pipe()
        try pipe.reading.close()
        let trap = ignoresSignal ? "trap '' PIPE; " : "trap - PIPE; "
        let program = try RunningProgram(
            ["-c", trap + "exec \"$0\" explain", Program.path], of: "/bin/sh", sinks: (pipe.writing, nil))
        try program.write("")
        await program.expectEnd(with: 128 + SIGPIPE)
        #expect(await program.errors.whole() == "")
    }

    @Test func `errors that cannot be written change no result`() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let program = try RunningProgram(["explain", "weather"], sinks: (nil, full))
        try program.write("")
        await program.expectEnd(with: 2)
    }

    @Test func `a program without standard streams ends as it should`() async throws {
        let result = try await Program.run(
            ["-c", "\"$0\" explain <&- 2>&- >&-; echo $?; \"$0\" fmt - <&- 2>&-; echo $?", Program.path], of: "/bin/sh")
        #expect(result.output == "2\n2\n", "\(result)")
    }
}
