import ConversationRuntime
import Hummingbird
import JSON

/// The answer to `GET /health/ready` of a server with several bots.
struct ReadyBots {
    struct Report {
        let name: BotName
        /// The version of its flows.
        let flows: String
        /// Why it cannot receive and send messages; empty when it can.
        let problems: [HealthProblem]
        /// Where its data are; `nil` for a file.
        var database: JSONValue?
        /// What its database had acknowledged and does not hold any more.
        var lost: LostCommits?
    }

    private let reports: [Report]

    init(_ reports: [Report]) { self.reports = reports }

    private var unready: [Report] { reports.filter { !$0.problems.isEmpty } }

    private var status: String {
        if unready.isEmpty { return "ready" }
        return unready.count == reports.count ? "not ready" : "partly ready"
    }

    private var isReady: Bool { unready.count < reports.count }

    var body: JSONObject {
        var body: JSONObject = ["status": .string(status), "bots": .array(reports.map(\.json))]
        if isReady { return body }
        let reason = unready.map { "`\($0.name)`: \($0.problems.reason)" }.joined(separator: ". ")
        body.set("error", ["status": .int(503), "reason": .string(reason)])
        return body
    }

    var response: Response { .json(.object(body), status: isReady ? .ok : .serviceUnavailable) }
}

extension ReadyBots.Report {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "bot": .string(name.text), "status": problems.isEmpty ? "ready" : "not ready", "flows": .string(flows),
        ]
        object.set("causes", problems.causesJSON)
        if !problems.isEmpty { object.set("reason", .string(problems.reason)) }
        object.set("database", database)
        object.set("lost", lost?.json)
        return .object(object)
    }
}
