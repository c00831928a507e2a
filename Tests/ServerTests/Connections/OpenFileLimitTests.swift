import Logging
import TestSupport
import Testing

@testable import Server

/// The number of connections allowed beside all other open files.
@Suite struct OpenFileLimitTests {
    @Test(arguments: [
        (openFiles: 64, used: 26, expected: 14), (64, 8, 32), (64, 60, 1), (300, 40, 150), (1_024, 40, 768),
    ])
    func `where few files may be open, what is open already counts`(openFiles: Int, used: Int, expected: Int) {
        let settings = ConnectionSettings().fitting(openFiles: openFiles, used: used, logger: LogRecorder().logger)
        #expect(settings.most == expected)
    }

    @Test(arguments: [
        (openFiles: 65_536, most: 10_000, expected: 10_000), (10_256, 10_000, 10_000), (10_255, 10_000, 9_999),
        (1_024, 10_000, 768), (1_024, 500, 500), (300, 10_000, 150), (64, 10_000, 32), (.max, 1_000_000, 1_000_000),
    ])
    func `connections leave room for the database and for what the server calls`(
        openFiles: Int, most: Int, expected: Int
    ) {
        var settings = ConnectionSettings()
        settings.most = most
        let log = LogRecorder()
        #expect(settings.fitting(openFiles: openFiles, logger: log.logger).most == expected)
        #expect(log.lines.isEmpty == (expected == most))
        #expect(log.lines.allSatisfy { $0.contains("configured=\(most) limit=\(openFiles) used=\(expected)") })
    }
}
