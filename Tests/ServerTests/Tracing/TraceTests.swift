import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import JSON
import OpenTelemetry
import SQLStorage
import TestSupport
import Testing
import Traces

@testable import Server

/// One conversation with a call, as a collector receives it.
@Suite struct TraceTests {
    private static let flow = """
        flow: orders
        start: plate
        steps:
          plate:
            ask: Your plate?
            text: one line
            private: yes
            then: order
          order:
            call: order
            using:
              plate: "{plate}"
            then: done
            if_failed: done
          done:
            say: Noted, {plate}.
            then: end
          person:
            hand_over: desk
        """

    private static let about = """
        bot: Orders
        zone: Europe/Berlin
        start: orders
        anywhere:
          agent, help, support: orders/person
          menu: orders
        people:
          desk:
        if_silent: never
        if_other: orders/person
        if_failed: orders/person
        """

    private static func bot(port: Int) throws -> Bot {
        let actions = """
            hosts: [127.0.0.1:\(port)]
            actions:
              order:
                post: http://127.0.0.1:\(port)/orders
                body:
                  plate: "{plate}"
                takes:
                  plate: text
                private: [plate]
                retries: 1
                once: yes
                examples:
                  done:
            """
        let texts = [
            SourceFile(path: "Flows/bot.yaml", text: about),
            SourceFile(path: "Flows/orders.yaml", text: flow),
        ]
        let files = ProjectFiles(
            texts: texts, actions: SourceFile(path: "Config/actions.yaml", text: actions), assets: [:], version: "1")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    private static let plate = "Nightingale-4711"
    private static let caller = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(caller)-00f067aa0ba902b7-01"

    private static func setup(_ port: Int, share: Double = 1, folder: TemporaryFolder? = nil) -> TestServer.Setup {
        var setup = TestServer.Setup()
        setup.key = StorageKey(Data(repeating: 7, count: 32))
        setup.folder = folder
        setup.tracing = CollectorSettings(endpoint: "http://127.0.0.1:\(port)/v1/traces", share: share)
        setup.makeBot = { _ in try bot(port: port) }
        return setup
    }

    /// Starts a conversation, and answers its question.
    private static func walk(_ server: TestServer, parent: String? = nil) async throws {
        let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
        try await phone.says("Hello \(plate)")
        var webhook = Webhook.text(plate)
        webhook.headers["traceparent"] = parent
        let last = try server.simulator.lastNumber(of: phone.device.id)
        #expect(try await webhook.post(to: server).outcome == "accepted")
        _ = try await server.simulator.messages(of: phone.device.id, after: last, wait: .seconds(60))
        await server.untilQuiet()
    }

    @Test func `a conversation is one tree of spans a message, from the webhook to the answer to a call`() async throws
    {
        let collector = Collector()
        try await collector.run { port in
            try await TestServer.run(Self.setup(port)) { try await Self.walk($0, parent: Self.parent) }
        }
        let spans = try collector.spans.filter { $0.trace == Self.caller }
        let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.id, $0) })
        let paths = spans.map { span in
            var path = [span.name]
            var next = byID[span.parent]
            while let above = next {
                path.insert(above.name, at: 0)
                next = byID[above.parent]
            }
            return path.joined(separator: " > ")
        }
        let answered = "POST /message > turn > call order"
        #expect(
            paths.sorted()
                == [
                    "POST /message", "POST /message > turn", answered, "\(answered) > POST", "\(answered) > turn",
                    "\(answered) > turn > commit", "\(answered) > turn > deliver", "POST /message > turn > commit",
                ].sorted())
        let webhook = try #require(spans.first { $0.name == "POST /message" })
        #expect(webhook.parent == "00f067aa0ba902b7" && webhook.json["kind"]?.int == 2)
        #expect(webhook.attribute("http.response.status_code") == "200")
        let turns = spans.filter { $0.name == "turn" }
        #expect(Set(turns.compactMap { $0.attribute("usher.event") }) == ["heard", "called"])
        #expect(
            turns.allSatisfy { $0.attribute("usher.flow") == "orders" && $0.attribute("usher.outcome") == "accepted" })
        let request = try #require(spans.first { $0.name == "POST" })
        #expect(collector.calls == ["00-\(Self.caller)-\(request.id)-01"])
        #expect(request.attribute("http.response.status_code") == "204")
    }

    @Test func `every attempt of a call is a span of its own`() async throws {
        let collector = Collector()
        collector.fail(1)
        try await collector.run { port in
            try await TestServer.run(Self.setup(port)) { server in
                let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
                try await phone.says("Hello")
                _ = try await Webhook.text(Self.plate).post(to: server)
                await poll { collector.calls.count == 1 }
                await poll(after: { server.clock.turn(by: .milliseconds(50)) }) { collector.calls.count == 2 }
                await server.conversations.untilCalled()
            }
        }
        let requests = try collector.spans.filter { $0.name == "POST" }
        #expect(requests.map { $0.attribute("http.response.status_code") } == ["503", "204"])
        #expect(Set(requests.map(\.parent)).count == 1)
        #expect(collector.calls == requests.map { "00-\($0.trace)-\($0.id)-01" })
    }

    @Test func `nothing that is exported is from a customer`() async throws {
        let collector = Collector()
        let customer = Webhook.customer
        try await collector.run { port in
            try await TestServer.run(Self.setup(port)) { server in
                try await Self.walk(server)
                let sessions = try await server.client.send(.operators(server.url + "/admin/api/sessions"))
                #expect(sessions.status == 200)
            }
        }
        let all = collector.bodies.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        #expect(all.contains("deliver") && all.contains("GET /admin/api/sessions"))
        for word in [Self.plate, "Nightingale", "4711", customer, "Noted", "plate?", Account.operatorToken] {
            let isThere = all.contains(word)
            #expect(!isThere, "\(word) is exported")
        }
    }

    @Test func `a message that waits for a restart is delivered in the trace of its webhook`() async throws {
        let collector = Collector()
        let folder = try TemporaryFolder()
        try await collector.run { port in
            try await TestServer.run(Self.setup(port, folder: folder)) { server in
                _ = try Phone(on: server, customer: CustomerID(Webhook.customer))
                try server.simulator.add(FaultRule(on: .gateway, .status(503)))
                var webhook = Webhook.text("Hello")
                webhook.headers["traceparent"] = Self.parent
                _ = try await webhook.post(to: server)
                await server.gate.untilFailed(attempts: 1)
            }
            try await TestServer.run(Self.setup(port, folder: folder)) { server in
                _ = try Phone(on: server, customer: CustomerID(Webhook.customer))
                server.clock.turn(by: .minutes(1))
                await server.untilQuiet()
                let sent = server.log.lines.filter { $0.hasPrefix("debug message sent") }
                #expect(sent.count == 1 && sent[0].contains("trace_id=\(Self.caller)"))
            }
        }
        let spans = try collector.spans.filter { $0.trace == Self.caller }
        let turn = try #require(spans.first { $0.name == "turn" })
        let deliveries = spans.filter { $0.name == "deliver" }
        #expect(deliveries.map(\.parent) == [turn.id, turn.id])
        #expect(deliveries.map { $0.attribute("usher.attempt") } == ["1", "2"])
        #expect(deliveries.map { $0.attribute("usher.outcome") } == ["failed", nil])
    }

    @Test func `a caller that does not record its trace is followed, and its id is passed on`() async throws {
        let collector = Collector()
        try await collector.run { port in
            try await TestServer.run(Self.setup(port)) { server in
                try await Self.walk(server, parent: "00-\(Self.caller)-00f067aa0ba902b7-00")
            }
        }
        #expect(try collector.spans.contains { $0.trace != Self.caller })
        #expect(try !collector.spans.contains { $0.trace == Self.caller })
        let call = try #require(collector.calls.first ?? nil)
        #expect(call.hasPrefix("00-\(Self.caller)-") && call.hasSuffix("-00"))
    }

    @Test func `with a share of 0 nothing is sent, and without a collector no call has the header`() async throws {
        let collector = Collector()
        try await collector.run { port in
            try await TestServer.run(Self.setup(port, share: 0)) { try await Self.walk($0) }
            #expect(collector.bodies.isEmpty)
            var setup = Self.setup(port)
            setup.tracing = nil
            try await TestServer.run(setup) { try await Self.walk($0, parent: Self.parent) }
        }
        #expect(collector.bodies.isEmpty)
        #expect(collector.calls.count == 2 && collector.calls[1] == nil)
    }

    @Test(arguments: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "nonsense", parent + "," + parent])
    func `a header that is not valid begins a trace of our own`(header: String) async throws {
        let collector = Collector()
        try await collector.run { port in
            try await TestServer.run(Self.setup(port)) { server in
                var webhook = Webhook.text("Hello")
                webhook.headers["traceparent"] = header
                let answer = try await webhook.post(to: server)
                #expect(answer.outcome == "accepted")
            }
        }
        let webhooks = try collector.spans.filter { $0.name == "POST /message" }
        #expect(webhooks.map(\.parent) == [""])
        #expect(webhooks.map(\.trace) != [Self.caller])
    }

    @Test func `a collector that is not there changes nothing`() async throws {
        let collector = Collector()
        try await collector.run { port in
            var setup = Self.setup(port)
            setup.tracing = CollectorSettings(endpoint: "http://127.0.0.1:9/v1/traces")
            try await TestServer.run(setup) { try await Self.walk($0) }
        }
        #expect(collector.calls.count == 1 && collector.bodies.isEmpty)
    }
}

extension HTTPRequest {
    /// A request of an operator.
    fileprivate static func operators(_ url: String) -> HTTPRequest {
        var request = HTTPRequest.patient("GET", url)
        request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)"))
        return request
    }
}
