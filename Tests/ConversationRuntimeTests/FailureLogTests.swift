import Concurrency
import Expressions
import Logging
import TestSupport
import Testing

@testable import ConversationRuntime

/// Work that is repeated while the database is away fills no log.
@Suite struct FailureLogTests {
    private struct Trouble: Error {}

    private let clock = TurnableClock(standingAt: tenOClock)
    private let logs = LogRecorder()

    private func log() -> FailureLog {
        FailureLog("could not read notes", end: "notes read again", clock: clock, logger: logs.logger)
    }

    /// The lines that a server shows.
    private var shown: [String] { logs.lines.filter { !$0.hasPrefix("debug") } }

    @Test func `one line at the beginning, one a minute with the number of the suppressed ones, and one at the end`() {
        let log = log()
        log.succeeded()
        #expect(logs.lines == [])
        for _ in 0..<150 {
            log.failed(Trouble())
            clock.turn(by: .seconds(1))
        }
        log.succeeded()
        log.succeeded()
        #expect(
            shown == [
                "warning could not read notes reason=Trouble()",
                "warning could not read notes reason=Trouble() suppressed=59",
                "warning could not read notes reason=Trouble() suppressed=59", "notice notes read again suppressed=29",
            ])
        #expect(logs.lines.count == 151, "the rest is for those who look for it")
    }

    @Test func `each failure is logged with what it is about`() {
        let log = log()
        log.failed(Trouble(), level: .error, ["session": "7"])
        log.failed(Trouble(), level: .error, ["session": "8"])
        #expect(
            logs.lines == [
                "error could not read notes reason=Trouble() session=7",
                "debug could not read notes reason=Trouble() session=8",
            ])
    }

    @Test func `where some succeed while others fail, there are two lines a minute`() {
        let log = log()
        for _ in 0..<120 {
            log.failed(Trouble())
            log.succeeded()
            clock.turn(by: .seconds(1))
        }
        #expect(
            shown == [
                "warning could not read notes reason=Trouble()", "notice notes read again",
                "warning could not read notes reason=Trouble() suppressed=59", "notice notes read again",
            ])
    }

    @Test func `a notice has no end, and delays no error`() {
        let log = log()
        log.failed(Trouble(), level: .notice)
        log.succeeded()
        log.failed(Trouble(), level: .error)
        log.failed(Trouble(), level: .notice)
        log.succeeded()
        #expect(
            shown == [
                "notice could not read notes reason=Trouble()", "error could not read notes reason=Trouble()",
                "notice notes read again suppressed=1",
            ])
    }

    @Test func `a clock that is set back delays no line, and a cancellation is no failure`() {
        let log = log()
        log.failed(Trouble())
        clock.turn(by: .hours(-1))
        log.failed(Trouble())
        #expect(shown.count == 2)
        let other = self.log()
        other.failed(CancellationError())
        other.succeeded()
        #expect(!shown.contains("notice notes read again"))
    }

    @Test func `a server that cannot report for long says so once a minute`() async throws {
        let nodes = TroubledNodes(try await SharedDatabase.sqlite.stores(1)[0].nodes, failing: 0)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Sharing.Times(), standing: NodeStanding(),
            doorbell: NoDoorbell())
        let service = NodeService(sharing, store: nodes, clock: clock, logger: logs.logger)
        try await service.register()
        nodes.isAway.change { $0 = true }
        for _ in 0..<20 {
            await service.beat()
            clock.turn(by: .seconds(5))
        }
        nodes.isAway.change { $0 = false }
        await service.beat()
        let reports = shown.filter { $0.contains("report") }
        #expect(
            reports == [
                "warning could not report to the database reason=Trouble()",
                "warning could not report to the database reason=Trouble() suppressed=11",
                "notice reported to the database again suppressed=7",
            ])
    }
}
