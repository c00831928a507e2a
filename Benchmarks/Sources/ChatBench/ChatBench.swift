import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

/// Opens many streams of the web chat, each of a customer in a conversation with the bot, and measures what a stream costs the
/// server in memory and how long something takes from being sent to the screen.
@main
struct ChatBench: AsyncParsableCommand {
    @Option(help: "The port of the server.") var serverPort = 8080
    @Option(help: "The process of the server, for its memory.") var pid: Int32
    @Option(help: "Streams at once.") var streams = 2_000
    @Option(help: "Messages that are measured.") var messages = 1_000

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var viewers: [Viewer] = []
        for number in 0..<streams { viewers.append(try await Viewer(number: number, port: serverPort, group: group)) }
        let before = resident()
        for viewer in viewers { try await viewer.listen() }
        let after = resident()
        print(
            String(
                format: "%d streams: %.1f MB before, %.1f MB with them, %.1f KB each", streams, before, after,
                (after - before) * 1_000 / Double(streams)))

        var own: [Double] = []
        for round in 0..<messages {
            let viewer = viewers[round * 7 % viewers.count]
            let sent = try await viewer.say("message \(round)")
            own.append(try await viewer.seen(sent.id).timeIntervalSince(sent.at) * 1_000)
        }
        own.sort()
        print(
            String(
                format:
                    "from sending to the screen, %d messages one after another: p50 %.1f ms, p99 %.1f ms, memory %.1f MB",
                own.count, own[own.count / 2], own[own.count * 99 / 100], resident()))
        try await group.shutdownGracefully()
    }

    /// Megabytes of the server's memory.
    private func resident() -> Double {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)) ?? ""
        return (status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4_096 / 1_000_000
    }
}
