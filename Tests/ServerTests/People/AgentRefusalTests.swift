import AppleSimulator
import Concurrency
import ConversationRuntime
import CurlClient
import FlowEngine
import FlowModel
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Requests of agents that are refused.
@Suite struct AgentRefusalTests {
    @Test(arguments: [
        ("", "name=x.pdf", 400), ("x", "", 400), ("x", "name=", 400), ("x", "name=a%2Fb", 400),
        ("x", "name=x.pdf&colour=red", 400), (String(repeating: "x", count: 2_001), "name=x.pdf", 413),
    ]) func `a file that cannot be kept is refused, and leaves nothing behind`(
        _ body: String, _ query: String, _ status: Int
    ) async throws {
        var setup = TestServer.Setup(bot: try AgentShop.bot())
        setup.key = .random()
        setup.content.maxSize = 2_000
        try await TestServer.run(setup) { server in
            try await Phone(on: server).says("help")
            let refused = try await server.upload(body, query: query, for: 1)
            #expect(refused.status == status && refused.json?["error"]?["reason"]?.string != nil, "\(refused)")
            #expect(try Tables(server.databasePath)["content"] == [])
        }
    }

    @Test(arguments: [
        (
            "messages", #"{"text": "a", "link": "https://a.example"}"#,
            "the body must have only one of `text`, `choices`, `question`, `link`, `file`"
        ),
        ("messages", #"{"link": "http://a.example"}"#, "`link` must be an address that begins with https://"),
        (
            "messages", #"{"link": {"url": "https://a.example", "name": "x"}}"#,
            "`link` has an unknown member `name`; known are `url`, `title`"
        ),
        (
            "messages", #"{"choices": {"title": "Which?", "options": ["A"]}}"#,
            "`choices.options` must be a list of 2 to 20 answers"
        ),
        (
            "messages", #"{"choices": {"title": "Which?", "options": ["A", "A"]}}"#,
            "two of `choices.options` are the same"
        ),
        ("messages", #"{"choices": {"options": ["A", "B"]}}"#, "`choices.title` must be a text that is not empty"),
        ("messages", #"{"choices": []}"#, "`choices` must be an object"),
        (
            "messages", #"{"choices": {"title": "Which?", "options": [{"label": "A", "colour": "red"}, "B"]}}"#,
            "`choices.options` has an unknown member `colour`; known are `id`, `label`"
        ),
        (
            "messages", #"{"text": "a", "note": "b"}"#,
            "the body has an unknown member `note`; known are `choices`, `file`, `link`, `question`, `text`, `id`"
        ),
        ("give-back", #"{"to": "ana"}"#, "the body has an unknown member `to`; known are `id`"),
        ("messages", #"{"question": {"flow": "shop"}}"#, "`question.step` must be a text that is not empty"),
        ("messages", #"{"file": 7}"#, "`file` must be a text that is not empty"),
        ("notes", "{}", "`text` must be a text that is not empty"),
        ("notes", #"{"text": "a\u0000b"}"#, "the body contains the character U+0000"),
        ("notes", #"{"txt": "x"}"#, "the body has an unknown member `txt`; known are `text`, `id`"),
        ("notes", "[]", "the body is not a JSON object"),
        ("transfer", #"{"queue": "nowhere"}"#, "there is no queue `nowhere`; bot.yaml has `workshop`, `billing`"),
        (
            "transfer", #"{"queue": "biling"}"#,
            "there is no queue `biling`; did you mean `billing`? bot.yaml has `workshop`, `billing`"
        ),
        ("transfer", #"{"queue": "billing", "may_wait": "yes"}"#, "`may_wait` must be true or false"),
        ("take", #"{"to": "ana"}"#, "the body has an unknown member `to`; known are `id`"),
    ]) func `what cannot be done is refused with its reason, and changes nothing`(
        _ path: String, _ body: String, _ reason: String
    ) async throws {
        try await AgentShop.run { server, _ in
            let before = try Tables(server.databasePath, without: ["deliveries", "audit"])
            let refused = try await server.admin("POST", "/1/\(path)", body)
            #expect(refused.status == 400 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
            #expect(try Tables(server.databasePath, without: ["deliveries", "audit"]) == before)
        }
    }

    @Test(arguments: [
        ("shop", "dya", "the flow `shop` has no step called `dya`; did you mean `day`?"),
        ("shp", "day", "there is no flow called `shp`; did you mean `shop`?"),
        ("shop", "person", "there is no question `person` in a flow `shop`"),
    ]) func `a question that does not exist is refused with the nearest name`(
        _ flow: String, _ step: String, _ reason: String
    ) async throws {
        try await AgentShop.run { server, _ in
            let body = JSONValue.object(["question": ["flow": .string(flow), "step": .string(step)]]).text
            let refused = try await server.admin("POST", "/1/messages", body)
            #expect(refused.status == 409 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
        }
    }

    @Test func `a filter by a queue that does not exist is refused, and one by a former queue is not`() async throws {
        try await AgentShop.run { server, _ in
            let refused = try await server.admin("GET", "?queue=worksop")
            #expect(refused.status == 400)
            let reason = "there is no queue `worksop`; did you mean `workshop`? bot.yaml has `workshop`, `billing`"
            #expect(refused.json?["error"]?["reason"] == .string(reason))
            #expect(try await server.admin("GET", "?queue=billing").json?["handovers"] == [])
            var bot = try AgentShop.bot()
            bot.queues.removeAll { $0.name == "workshop" }
            let inbox = HandoverInbox(server.database.stores)
            #expect(try await inbox.mistake(inFilter: "workshop", of: bot) == nil, "a customer is in it")
            #expect(try await inbox.mistake(inFilter: "nobody", of: bot) != nil)
        }
    }

    @Test func `a filter by an agent that does not exist is refused, and one by a token or a former agent is not`()
        async throws
    {
        try await AgentShop.run { server, _ in
            let account = ConversationRuntime.Account(name: "jo", role: .agent, password: "", at: server.clock.now)
            let entry = AuditEntry(.addAccount, by: "jo", at: server.clock.now)
            #expect(try await server.database.accounts.add(account, recording: entry))
            for (name, reason) in [
                ("jos", "there is no account `jos`; did you mean `jo`?"),
                ("kimberly", "there is no account `kimberly`"), ("No%20Name", "there is no account `No Name`"),
            ] {
                let refused = try await server.admin("GET", "?assignee=\(name)")
                #expect(refused.status == 400 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
            }
            for name in ["jo", "me", "none", "admin.token", "token%20ana", "command%20line%20(ana)"] {
                #expect(try await server.admin("GET", "?assignee=\(name)").status == 200, "\(name)")
            }
            let operations = Operations(
                sessions: server.database.sessions, operators: server.database.operators, clock: server.clock)
            let session = try #require(try await server.database.operators.sessions(named: "1").first)
            #expect(try await operations.perform(.take, on: session, as: "ben") == .done)
            #expect(try await server.admin("GET", "?assignee=ben").json?["handovers"]?.array?.count == 1)
        }
    }

    @Test func `the audit log names the conversation of refused and repeated acts`() async throws {
        try await AgentShop.run { server, _ in
            let acts = [
                ("POST", "/handovers/1/notes", "{}"), ("POST", "/handovers/1/messages", "["),
                ("POST", "/handovers/1/files", "x"), ("POST", "/sessions/1/move", "{}"),
                ("POST", "/handovers/1/take", #"{"id": "t-1"}"#), ("POST", "/handovers/1/take", #"{"id": "t-1"}"#),
                ("POST", "/handovers/1/give-back", #"{"id": "g-1"}"#),
                ("POST", "/handovers/1/give-back", #"{"id": "g-1"}"#), ("POST", "/handovers/1/release", ""),
            ]
            for (method, path, body) in acts { _ = try await server.operate(method, path, body) }
            let entries = try await server.entries().reversed()
            let outcomes = [AuditEntry.Outcome](repeating: .failed, count: 4) + [.done, .done, .done, .done, .failed]
            #expect(entries.map(\.outcome) == outcomes)
            #expect(entries.count { $0.details["repeated"] == "true" } == 2)
            #expect(entries.allSatisfy { $0.object == "session 1" && $0.customer?.isEmpty == false }, "\(entries)")
            _ = try await server.admin("POST", "/2/take")
            let unknown = try #require(try await server.entries().first)
            #expect(unknown.object == nil && unknown.customer == nil)
        }
    }
}
