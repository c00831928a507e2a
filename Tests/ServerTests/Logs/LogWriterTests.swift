import ChildProcess
import Dispatch
import Foundation
import Testing

@testable import Server

/// Log lines while the stream cannot be written.
@Suite struct LogWriterTests {
    /// Returns a pipe that holds 4,096 bytes.
    private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        let pipe = try ChildProcess.pipe()
        // F_SETPIPE_SZ of Linux, which Swift does not import.
        try #require(fcntl(pipe.writing.fileDescriptor, 1_031, 4_096) == 4_096)
        return pipe
    }

    @Test func `nobody waits for a reader who stops, and what finds no room is counted and reported`() async throws {
        let pipe = try Self.pipe()
        let writer = LogWriter(WritableStream(pipe.writing.fileDescriptor), capacity: 25_000)
        let long = { (letter: Character) in String(repeating: letter, count: 10_000) + "\n" }
        // The first fills the pipe, the second waits; there is no space for more.
        for letter in "abcd" { writer.write(long(letter), as: .text) }
        #expect(writer.lost == 2)
        let reader = PipeReader(pipe.reading)
        #expect(writer.drain(within: .seconds(60)))
        writer.write("after\n", as: .text)
        #expect(writer.drain(within: .seconds(60)))
        try pipe.writing.close()
        let lines = await reader.lines()
        #expect(lines.count == 4)
        #expect(lines.prefix(2).map { $0.first } == ["a", "b"])
        #expect(lines.dropFirst(2).first?.hasSuffix("warning usher: count=2 [Server] log lines lost") == true)
        #expect(lines.last == "after")
        #expect(writer.lost == 2)
    }

    @Test(arguments: [LogFormat.text, .json])
    func `when writing works again the number of lost lines is in the log`(format: LogFormat) async throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let writer = LogWriter(WritableStream(descriptor))
        for _ in 1...3 { writer.write("lost\n", as: format) }
        #expect(writer.drain(within: .seconds(60)))
        #expect(writer.lost == 3)
        let pipe = try Self.pipe()
        // The same descriptor, on a disk that has space again.
        try #require(dup2(pipe.writing.fileDescriptor, descriptor) == descriptor)
        try #require(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
        try pipe.writing.close()
        for _ in 1...2 { writer.write("kept\n", as: format) }
        #expect(writer.drain(within: .seconds(60)))
        close(descriptor)
        let lines = await PipeReader(pipe.reading).lines()
        #expect(lines.count == 3 && lines.suffix(2) == ["kept", "kept"])
        let wanted = format == .text ? "count=3 [Server] log lines lost" : #""message":"log lines lost""#
        #expect(lines.first?.contains(wanted) == true, "\(lines)")
        #expect(lines.first?.contains(format == .text ? "count=3" : #""count":"3""#) == true)
    }

    @Test func `a stream that is not there loses everything and ends nothing`() {
        let writer = LogWriter(WritableStream(-1))
        writer.write("nowhere\n", as: .text)
        #expect(writer.drain(within: .seconds(60)))
        #expect(writer.lost == 1)
    }
}

/// Reads a pipe to its end on a separate thread.
private struct PipeReader {
    private let read: AsyncStream<[String]>

    init(_ pipe: FileHandle) {
        let (read, continuation) = AsyncStream.makeStream(of: [String].self)
        self.read = read
        Thread {
            let text = String(decoding: pipe.readDataToEndOfFile(), as: UTF8.self)
            continuation.yield(text.split(separator: "\n").map(String.init))
        }.start()
    }

    func lines() async -> [String] {
        for await lines in read { return lines }
        return []
    }
}
