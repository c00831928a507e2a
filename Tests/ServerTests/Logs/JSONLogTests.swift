import Expressions
import Foundation
import JSON
import Logging
import Synchronization
import Testing

@testable import Server

@Suite struct JSONLogTests {
    /// Records the lines that a logger writes.
    private final class Written: Sendable {
        let lines = Mutex<[String]>([])
    }

    private static func written(_ log: (inout Logger) -> Void) -> [String] {
        let written = Written()
        var logger = Logger(label: "usher") { _ in
            LineLogHandler(.json, now: { Account.now + TimeLength(milliseconds: 250) }) { line in
                written.lines.withLock { $0.append(line) }
            }
        }
        log(&logger)
        return written.lines.withLock { $0 }
    }

    @Test func `a line is one object with everything beside each other`() {
        let lines = Self.written { logger in
            logger[metadataKey: "arrival"] = "a1"
            logger.warning("a \"message\"\nwas given up", metadata: ["session": "\(7)", "tries": ["1", "2"]])
        }
        #expect(
            lines == [
                #"{"time":"2026-12-01T09:00:00.250Z","level":"warning","message":"a \"message\"\nwas given up","#
                    + #""module":"ServerTests","arrival":"a1","session":"7","tries":["1","2"]}"# + "\n"
            ])
    }

    @Test func `metadata never takes the place of what every line has`() throws {
        let lines = Self.written { $0.info("the message", metadata: ["message": "another", "level": "none"]) }
        let line = try JSONValue(parsing: Array(try #require(lines.first).utf8))
        #expect(line["message"] == "the message" && line["level"] == "info")
    }

    @Test func `lines below the level are left out`() {
        let lines = Self.written { logger in
            logger.logLevel = .notice
            logger.info("hidden")
            logger.notice("shown")
        }
        #expect(lines.count == 1 && lines[0].contains("shown"))
    }
}
