import Channels
import ConversationRuntime
import Expressions
import Hummingbird
import JSON

/// `GET /health/live` and `GET /health/ready`, for load balancers: the latest result of `HealthService`, without a new
/// check.
struct HealthRoutes: Sendable {
    let conversations: Conversations
    let monitor: HealthMonitor
    let clock: any WallClock
    /// Whether the bot's data are in a PostgreSQL database.
    var usesPostgreSQL = false

    /// A result older than this means that the probe itself hangs.
    private static let oldest = TimeLength.seconds(30)

    func add(to router: Router<BasicRequestContext>) {
        router.get("/health/live") { _, _ in live() }
        router.get("/health/ready") { _, _ in ready() }
        router.refuseOtherMethods(of: ["/health/live", "/health/ready"])
    }

    /// The process runs.
    private func live() -> Response { .json(["status": "live", "age_seconds": .int(age(of: monitor.report))]) }

    /// Messages can be received and sent.
    func ready() -> Response {
        let age = age(of: monitor.report)
        let halt = conversations.haltReason
        let problems = problems
        var body: JSONObject = [
            "status": problems.isEmpty ? "ready" : "not ready", "flows": .string(conversations.version),
            "age_seconds": .int(age),
        ]
        body.set("database", database)
        body.set("sending_stopped", halt.map { .string($0) })
        body.set("lost", lost?.json)
        guard !problems.isEmpty else { return .json(.object(body)) }
        let status = HTTPResponse.Status.serviceUnavailable
        body.set("causes", problems.causesJSON)
        body.set("error", ["status": .int(status.code), "reason": .string(problems.reason)])
        return .json(.object(body), status: status)
    }

    /// The reasons why the bot cannot receive and send messages; empty when it can.
    var problems: [HealthProblem] {
        let report = monitor.report
        let age = age(of: report)
        var problems = report.problems
        if age > Int(Self.oldest.milliseconds / 1_000) {
            // What the last probe found may no longer hold.
            let silence = HealthProblem(.database, "the database has not responded for \(age) seconds")
            problems = [report.damage, silence].compactMap { $0 }
        }
        if let halt = conversations.halt {
            problems.append(
                HealthProblem(halt.isByDatabase ? .lease : .credentials, "sending is paused: \(halt.reason)"))
        }
        return problems
    }

    /// The same, also for one of several bots that has stopped.
    func problems(of state: HostedState) -> [HealthProblem] {
        state.stopReason.map { [HealthProblem(.stopped, "it has stopped: \($0)")] } ?? problems
    }

    /// What the database had acknowledged and does not hold any more. It does not make the server unready: no server would be.
    var lost: LostCommits? { monitor.report.lost }

    /// Where the bot's data are; `nil` for a file.
    var database: JSONValue? { usesPostgreSQL ? .some("postgresql") : .none }

    /// The version of the flows.
    var version: String { conversations.version }

    /// The age of the latest result, in seconds.
    private func age(of report: HealthMonitor.Report) -> Int {
        max(0, Int((clock.now - report.at).milliseconds / 1_000))
    }
}

extension LostCommits {
    /// For operators and their monitoring.
    var json: JSONValue {
        [
            "messages": .int(messages), "transactions": .int(transactions), "since": .string(since.iso),
            "until": .string(until.iso), "reason": .string("\(self); \(Self.advice)"),
        ]
    }
}
