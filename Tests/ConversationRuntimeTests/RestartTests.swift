import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import SQLiteStorage
import TestSupport
import Testing

/// Pending work is in the store, and a new process finds it.
@Suite struct RestartTests {
    @Test func `messages that were not sent are found again, in order`() async throws {
        try await withDatabase { path in
            let clock = TurnableClock(standingAt: tenOClock)
            do {
                // No service runs beside the arrivals, as if the process ended right after each commit.
                let first = try World(engine(echo), store: SQLiteDatabase(path: path).sessions, clock: clock)
                for number in 0..<20 {
                    for word in ["hello", "1", "2"] {
                        try await first.say(word, from: "c\(number)", id: "c\(number)-\(word)")
                    }
                }
            }
            let second = try World(engine(echo), store: SQLiteDatabase(path: path).sessions, clock: clock)
            try await second.run {
                await second.conversations.untilSent()
                for number in 0..<20 {
                    #expect(
                        second.channel.device(of: "c\(number)") == [
                            "Yes?", "You said 1.", "Yes?", "You said 2.", "Yes?",
                        ])
                    let again = try await second.say("2", from: "c\(number)", id: "c\(number)-2")
                    #expect(again == .repeated)
                }
                #expect(second.channel.attempts.count == 100)
            }
        }
    }

    @Test func `silence that set in while nothing ran is noticed at start, once`() async throws {
        try await withDatabase { path in
            let clock = TurnableClock(standingAt: tenOClock)
            do {
                let first = try World(engine(colours), store: SQLiteDatabase(path: path).sessions, clock: clock)
                try await first.run {
                    try await first.say("hello")
                    await first.conversations.untilSent()
                }
            }
            clock.turn(by: .hours(3))
            let second = try World(engine(colours), store: SQLiteDatabase(path: path).sessions, clock: clock)
            try await second.run {
                await second.channel.watched.wait { $0.attempts.count == 1 }
                #expect(second.channel.device(of: "ana") == ["Still there?"])
                try await second.turn(to: .hours(3) + .minutes(10))
                await second.channel.watched.wait { $0.attempts.count == 2 }
                #expect(second.channel.device(of: "ana") == ["Still there?", "Another time, then."])
            }
        }
    }

    private func withDatabase(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-restart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "usher.sqlite").path)
    }
}
