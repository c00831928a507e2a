import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Server

/// Where the lines of the log go when the stream takes none for a while.
@Suite struct LogWriterTests {
    /// A pipe that holds 4,096 bytes.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(Foundation.pipe(&ends) == 0)
        // F_SETPIPE_SZ of Linux, which Swift does not import.
        try #require(fcntl(ends[1], 1_031, 4_096) == 4_096)
        return (ends[0], ends[1])
    }

    /// Everything that comes out of a pipe until its end.
    private static func lines(from descriptor: Int32) -> [String] {
        let data = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `nobody waits for a reader who stops, and what finds no room is counted and reported`() throws {
        let pipe = try Self.pipe()
        let writer = LogWriter(WritableStream(pipe.writing), capacity: 25_000)
        let long = { (letter: Character) in String(repeating: letter, count: 10_000) + "\n" }
        // The first fills the pipe, the second waits; there is no room for more.
        for letter in "abcd" { writer.write(long(letter), as: .text) }
        #expect(writer.lost == 2)
        let reader = PipeReader { Self.lines(from: pipe.reading) }
        #expect(writer.drain(within: .seconds(60)))
        writer.write("after\n", as: .text)
        #expect(writer.drain(within: .seconds(60)))
        close(pipe.writing)
        let lines = reader.lines()
        #expect(lines.count == 4)
        #expect(lines.prefix(2).map { $0.first } == ["a", "b"])
        #expect(lines.dropFirst(2).first?.hasSuffix("warning usher: count=2 [Server] log lines were lost") == true)
        #expect(lines.last == "after")
        #expect(writer.lost == 2)
    }

    @Test(arguments: [LogFormat.text, .json])
    func `when writing works again the number of lost lines is in the log`(format: LogFormat) throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        let writer = LogWriter(WritableStream(descriptor))
        for _ in 1...3 { writer.write("lost\n", as: format) }
        #expect(writer.drain(within: .seconds(60)))
        #expect(writer.lost == 3)
        let pipe = try Self.pipe()
        // The same descriptor, on a disk that has room again.
        try #require(dup2(pipe.writing, descriptor) == descriptor)
        close(pipe.writing)
        for _ in 1...2 { writer.write("kept\n", as: format) }
        #expect(writer.drain(within: .seconds(60)))
        close(descriptor)
        let lines = Self.lines(from: pipe.reading)
        #expect(lines.count == 3 && lines.suffix(2) == ["kept", "kept"])
        let wanted = format == .text ? "count=3 [Server] log lines were lost" : #""message":"log lines were lost""#
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

/// Reads a pipe to its end on a thread of its own.
private final class PipeReader: Sendable {
    private let read = Mutex<[String]>([])
    private let isOver = DispatchSemaphore(value: 0)

    init(_ read: @escaping @Sendable () -> [String]) {
        Thread { [self] in
            let lines = read()
            self.read.withLock { $0 = lines }
            isOver.signal()
        }.start()
    }

    func lines() -> [String] {
        isOver.wait()
        return read.withLock { $0 }
    }
}
