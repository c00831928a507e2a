import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

@testable import Server

/// A database that answers nothing, or late, and what is watched in it meanwhile.
@Suite struct SilentDatabaseTests {
    @Test func `what a failover would lose is checked soon, however long the database took, and after errors`()
        async throws
    {
        let (store, log) = (FrozenStore(), LogRecorder())
        let clock = TurnableClock(standingAt: Account.now)
        // The check of the whole database takes as long as it wants.
        store.holdLooks()
        store.expose(.failure(Trouble("timeout expired")))
        let service = HealthService(
            monitor: HealthMonitor(now: clock.now, logger: log.logger), store: store, clock: clock, logger: log.logger)
        try await TestServer.whileRunning([service], logger: log.logger) { _ in
            defer { store.releaseLooks() }
            let pause = TimeLength.milliseconds(10_050)
            let changes: [(line: String, exposure: String?)] = [
                ("failover unsafe", "name standbys"), ("failover safe again", nil),
            ]
            for (line, exposure) in changes {
                try await clock.untilSomebodySleeps(until: clock.now + pause)
                store.expose(.success(exposure))
                clock.turn(by: pause)
                await log.line(with: line)
            }
        }
    }

    @Test func `a database that answers nothing is reported within seconds, until it answers again`() async throws {
        let (store, log) = (FrozenStore(), LogRecorder())
        let clock = TurnableClock(standingAt: Account.now)
        let monitor = HealthMonitor(now: clock.now, logger: log.logger)
        let service = HealthService(monitor: monitor, store: store, clock: clock, logger: log.logger)
        try await TestServer.whileRunning([service], logger: log.logger) { _ in
            let turning = { clock.turn(by: .milliseconds(1_050)) }
            // A probe that takes long is no reason while the database answers other questions.
            store.holdProbes()
            await poll(after: turning, until: { store.answers > 3 })
            #expect(monitor.report.problems == [])

            store.freeze()
            await poll(after: turning, until: { monitor.report.problems != [] })
            let reason = "it has answered nothing for more than four seconds; check its server and the network"
            #expect(monitor.report.problems == [HealthProblem(.database, "the database does not respond: \(reason)")])
            #expect(monitor.report.obstacle == reason, "webhooks are refused at once")
            store.thaw()
            await poll(after: turning, until: { monitor.report.problems == [] })
            #expect(monitor.report.obstacle == nil)
            await log.line(with: "server ready again")
            let reports = log.lines.filter { $0.contains("server not ready") || $0.contains("server ready again") }
            #expect(reports.first?.hasPrefix("error server not ready") == true, "\(reports)")
            #expect(reports.last?.hasPrefix("notice server ready again") == true, "\(reports)")
        }
    }

    @Test func `that a database answers nothing replaces no reason that is known`() {
        let monitor = HealthMonitor(now: Account.now, logger: LogRecorder().logger)
        monitor.note(trouble: HealthProblem(.database, "timeout expired"), at: Account.now)
        monitor.noteSilence()
        #expect(monitor.report.problems.map(\.reason) == ["timeout expired"])
        monitor.note(obstacle: "commits wait", at: Account.now)
        monitor.noteSilence()
        #expect(monitor.report.problems.map(\.reason) == ["the database does not respond: commits wait"])
        #expect(monitor.report.obstacle == "commits wait")
    }

    @Test func `a database can be read while commits wait or the disk is full, and not while it does not respond`() {
        let monitor = HealthMonitor(now: Account.now, logger: LogRecorder().logger)
        #expect(monitor.report.isReadable)
        monitor.note(obstacle: "commits wait", at: Account.now)
        #expect(monitor.report.isReadable)
        monitor.noteSilence()
        #expect(!monitor.report.isReadable, "a reason that is known remains, but it has fallen silent since")
        monitor.note(obstacle: "commits wait", at: Account.now)
        #expect(monitor.report.isReadable)
        for (problem, isReadable) in [
            (HealthProblem(.database, "it cannot be reached"), false), (HealthProblem(.disk, "it is full"), true),
            (nil, true),
        ] as [(HealthProblem?, Bool)] {
            monitor.note(trouble: problem, at: Account.now)
            #expect(monitor.report.isReadable == isReadable, "\(problem?.reason ?? "ready")")
        }
    }

    @Test func `reads are refused from the moment the database has fallen silent until it has answered`() {
        let monitor = HealthMonitor(now: Account.now, logger: LogRecorder().logger)
        let failed = HealthProblem(.database, "timeout expired")
        monitor.note(trouble: failed, at: Account.now)
        #expect(monitor.report.readObstacle == nil, "an error at once: a read fails at once, or succeeds")
        monitor.noteSilence()
        #expect(monitor.report.readObstacle == failed.reason)
        monitor.note(trouble: failed, at: Account.now)
        #expect(monitor.report.readObstacle == failed.reason, "that a silent probe was given up is no answer")
        monitor.note(obstacle: "commits wait", at: Account.now)
        #expect(monitor.report.readObstacle == nil)
        monitor.noteSilence()
        monitor.note(trouble: nil, at: Account.now)
        #expect(monitor.report.readObstacle == nil)
    }
}

/// A database that answers nothing while it is frozen.
private final class FrozenStore: HealthStore {
    private struct State {
        var holdsProbes = false
        var holdsAnswers = false
        var holdsLooks = false
        /// How often it has answered why a probe takes long.
        var answers = 0
        var exposure: Result<String?, Trouble> = .success(nil)
    }

    private let state = Watched(State())

    /// From now on probes do not end.
    func holdProbes() { state.change { $0.holdsProbes = true } }

    /// From now on it answers nothing.
    func freeze() {
        state.change { state in
            state.holdsProbes = true
            state.holdsAnswers = true
        }
    }

    /// Lets it answer everything again.
    func thaw() {
        state.change { state in
            state.holdsProbes = false
            state.holdsAnswers = false
        }
    }

    /// From now on checks of everything that is stored do not end.
    func holdLooks() { state.change { $0.holdsLooks = true } }

    /// Lets checks of everything that is stored end again.
    func releaseLooks() { state.change { $0.holdsLooks = false } }

    /// What a failover would lose from now on.
    func expose(_ exposure: Result<String?, Trouble>) { state.change { $0.exposure = exposure } }

    var answers: Int { state.read(\.answers) }

    func probe() async throws { await state.wait { !$0.holdsProbes } }

    func damage() async throws -> String? {
        await state.wait { !$0.holdsLooks }
        return nil
    }

    func obstacle() async throws -> String? {
        await state.wait { !$0.holdsAnswers }
        state.change { $0.answers += 1 }
        return nil
    }

    func exposure() async throws -> String? { try state.read(\.exposure).get() }
}
