import AppleMessages
import CurlClient
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import OpenTelemetry
import TestSupport
import Testing

@testable import Server
@testable import ServerDoctor

/// What `usher doctor` says of other systems, of the collector of traces, and of the route to the server.
@Suite struct NetworkCheckTests {
    private static let now = Account.now.seconds
    private static let day = 86_400

    private static func response(_ status: Int = 200, endsIn days: Int? = nil, date: String? = nil) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: date.map { [HTTPHeader(name: "Date", value: $0)] } ?? [],
            certificateEnd: days.map { now + $0 * day })
    }

    private static func check(
        _ settings: ServerSettings, _ network: FakeNetwork, actions: String? = nil
    ) async throws -> [HealthCheck] {
        var doctor = Doctor(
            settings: settings, environment: [:], now: { Date(timeIntervalSince1970: Double(now)) })
        doctor.sender = network
        let asked = await doctor.ask(network)
        return await doctor.network(network, try Fixtures.compilation(actions: actions).bot, asked)
    }

    private static func actions(_ host: String) -> String {
        """
        hosts: [\(host)]
        actions:
          ping:
            get: https://\(host)/ping
            examples:
              ok:
          pong:
            get: https://\(host)/pong/2
            examples:
              ok:
        """
    }

    @Test func `the host of actions is asked once`() async throws {
        let network = FakeNetwork([("https://api.shop.io", Self.response(404, endsIn: 90))])
        let found = try await Self.check(ServerSettings(), network, actions: Self.actions("api.shop.io"))
        #expect(found.filter { $0.subject == "calls" } == [HealthCheck("calls", .good, "api.shop.io responds")])
        let asked = network.requests.filter { $0.url == "https://api.shop.io/" }
        #expect(asked.count == 1 && asked[0].method == "HEAD" && asked[0].reportsCertificate)
    }

    @Test(arguments: [
        ("api.shop.io", [(String, HTTPResponse)](), "api.shop.io does not respond"),
        (
            "api.shop.io", [("https://api.shop.io", response(endsIn: 3))],
            "the certificate of api.shop.io ends in 3 days"
        ),
        ("api.shop.example", [("https://", response())], "api.shop.example is a name for examples"),
    ])
    func `a host of actions with a problem is reported`(
        host: String, responses: [(String, HTTPResponse)], finding: String
    ) async throws {
        let found = try await Self.check(ServerSettings(), FakeNetwork(responses), actions: Self.actions(host))
            .filter { $0.subject == "calls" }
        #expect(found.map(\.verdict) == [.warning], "\(found)")
        #expect(found[0].finding.contains(finding) && found[0].advice != nil)
    }

    @Test func `desks that are notified are asked`() async throws {
        var settings = ServerSettings()
        settings.desk = DeskSettings(address: "https://desk.shop.io/usher", secret: "secret")
        settings.notices = NoticeSettings(webhook: DeskSettings(address: "https://rows.shop.io/x", secret: "secret"))
        let network = FakeNetwork([("https://desk.shop.io", Self.response())])
        let found = try await Self.check(settings, network)
        #expect(found.first { $0.subject == "agent desk" }?.verdict == .good)
        #expect(found.first { $0.subject == "notices" }?.verdict == .warning)
    }

    @Test(arguments: [
        (200, HealthCheck.Verdict.good, "accepts traces"), (401, .warning, "responds 401"),
        (404, .warning, "responds 404"), (0, .warning, "does not respond"),
    ])
    func `the collector of traces gets an empty request`(
        status: Int, verdict: HealthCheck.Verdict, finding: String
    ) async throws {
        var settings = ServerSettings()
        settings.tracing = CollectorSettings(
            endpoint: "https://otel.shop.io/v1/traces", headers: [HTTPHeader(name: "A", value: "b")])
        let network = FakeNetwork(status == 0 ? [] : [("https://otel.shop.io", Self.response(status))])
        let found = try await Self.check(settings, network).filter { $0.subject == "tracing" }
        #expect(found.map(\.verdict) == [verdict] && found[0].finding.contains(finding), "\(found)")
        #expect((found[0].advice == nil) == (verdict == .good))
        let request = try #require(network.requests.first { $0.method == "POST" })
        #expect(request.body == .bytes(Array(#"{"resourceSpans":[]}"#.utf8)))
        #expect(request.headers.contains(HTTPHeader(name: "A", value: "b")))
    }

    /// Settings of a server behind a proxy, which is connected to the web chat alone.
    private static func web(proxies: Bool = true) -> ServerSettings {
        var settings = ServerSettings()
        settings.publicURL = "https://bot.shop.io"
        settings.webChat.isEnabled = true
        if proxies { settings.webChat.trustedProxies = ["127.0.0.1"] }
        return settings
    }

    private static let running = (
        "http://127.0.0.1:8080/health/ready",
        HTTPResponse(status: 200, body: Array(#"{"status":"ready","flows":"1"}"#.utf8))
    )

    @Test(arguments: [
        (
            200, #"{"status":"ready","flows":"1","lost":{"reason":"the database lacks 3 messages"}}"#,
            HealthCheck.Verdict.warning, "running and ready, but the database lacks 3 messages"
        ),
        (
            200, #"{"status":"ready","bots":[{"bot":"a"},{"bot":"b","lost":{"reason":"it lacks 3"}}]}"#, .warning,
            "running and ready, but it lacks 3"
        ),
        (200, #"{"status":"ready","flows":"1"}"#, .good, "running and ready"),
        (
            503, #"{"status":"not ready","flows":"1","error":{"reason":"commits wait for a standby"}}"#, .bad,
            "running, not ready: commits wait for a standby"
        ),
        (200, "<!DOCTYPE html>", .bad, "another process listens at 127.0.0.1:8080, and is not ready: <!DOCTYPE html>"),
        (502, "Bad Gateway", .bad, "another process listens at 127.0.0.1:8080, and is not ready: Bad Gateway"),
    ])
    func `the server's own answer is distinguished from that of another process`(
        status: Int, body: String, verdict: HealthCheck.Verdict, finding: String
    ) async throws {
        let answer = HTTPResponse(status: status, body: Array(body.utf8))
        let network = FakeNetwork([("http://127.0.0.1:8080/health/ready", answer)])
        let found = try await Self.check(ServerSettings(), network).filter { $0.subject == "server" }
        #expect(found.map(\.verdict) == [verdict] && found.map(\.finding) == [finding], "\(found)")
    }

    /// The answer of a server that is not ready, and what is said of it.
    private static func unready(_ reason: String, more: String) async throws -> [HealthCheck] {
        let body = #"{"status":"not ready","flows":"1",\#(more),"error":{"status":503,"reason":"\#(reason)"}}"#
        let answer = HTTPResponse(status: 503, body: Array(body.utf8))
        let network = FakeNetwork([("http://127.0.0.1:8080/health/ready", answer)])
        return try await check(ServerSettings(), network).filter { $0.subject == "server" }
    }

    private static let absence =
        "the database does not count this server as running: it could not report to the database for longer than 30 s"

    @Test(arguments: [
        ("Apple rejected our token", "sending is paused: Apple rejected our token", true),
        (absence, "sending is paused: \(absence)", false),
        (absence, "the database does not respond: commits wait for a standby; sending is paused: \(absence)", false),
        (
            "Apple rejected our token",
            "the database does not respond: commits wait; sending is paused: Apple rejected our token", false
        ),
    ])
    func `only where Apple's rejection is all that is wrong, its settings are to be checked`(
        stopped: String, reason: String, isOfApple: Bool
    ) async throws {
        let found = try await Self.unready(reason, more: #""sending_stopped":"\#(stopped)""#)
        #expect(found.map(\.finding) == ["running, not ready: \(reason)"])
        let advice = try #require(found.first?.advice)
        #expect(advice.contains("`apple.msp_id`") == isOfApple, "\(advice)")
        #expect(isOfApple || advice == "see the lines `database`, and its log")
    }

    @Test(arguments: [
        (#"["credentials"]"#, true), (#"["database","credentials"]"#, false), (#"["lease"]"#, false),
    ])
    func `what a server names as the cause counts, whatever its reason says`(causes: String, isOfApple: Bool)
        async throws
    {
        let more = #""sending_stopped":"x","causes":\#(causes)"#
        for reason in ["sending is paused: x", "nothing is sent"] {
            let found = try await Self.unready(reason, more: more)
            let advice = try #require(found.first?.advice)
            #expect(advice.contains("`apple.msp_id`") == isOfApple, "\(advice)")
        }
    }

    @Test func `of several bots that Apple rejects alone, the settings are to be checked`() async throws {
        for (causes, isOfApple) in [(#"["credentials"]"#, true), (#"["disk"]"#, false)] {
            let bots = #"[{"bot":"a","causes":["credentials"]},{"bot":"b","causes":\#(causes)}]"#
            let found = try await Self.unready("x", more: #""bots":\#(bots)"#)
            let advice = try #require(found.first?.advice)
            #expect(advice.contains("`apple.msp_id`") == isOfApple, "\(advice)")
        }
    }

    @Test(arguments: [#""lost":{"reason":"it lacks 3"}"#, #""sending_stopped":"x","lost":{"reason":"it lacks 3"}"#])
    func `what a database has lost is reported also while its server is not ready`(more: String) async throws {
        for reason in ["sending is paused: x", "the database does not respond: commits wait"] {
            let found = try await Self.unready(reason, more: more)
            #expect(found.map(\.verdict) == [.bad, .warning])
            #expect(found.map(\.finding) == ["running, not ready: \(reason)", "besides, it lacks 3"])
            #expect(found.last?.advice?.hasPrefix("see Docs/Scaling.md, Failover") == true)
        }
    }

    @Test func `a long reason is shown as a whole`() async throws {
        let reason = "the database does not respond: " + String(repeating: "commits wait; ", count: 60) + "end"
        let found = try await Self.unready(reason, more: #""lost":null"#)
        #expect(found.map(\.finding) == ["running, not ready: \(reason)"])
    }

    @Test(arguments: [
        (
            #"{"error":{"status":503,"reason":"the message could not be stored; send it again"}}"#,
            "the server answers at https://bot.shop.io/message, and accepts no messages at present: 503 (the message "
                + "could not be stored; send it again)", "the way to it is fine; see the lines `server` and `database`"
        ),
        (
            "<html>503 Service Unavailable</html>", "https://bot.shop.io/message responds 503",
            "configure the TLS proxy to forward it to the server, as in Config/deploy/nginx.conf"
        ),
    ])
    func `a server that stores no messages at present is no fault of the proxy`(
        body: String, finding: String, advice: String
    ) async throws {
        var settings = Self.web()
        settings.apple = AppleSettings(gateway: "https://apple.io", mspID: Account.mspID, secret: Account.secret)
        let network = FakeNetwork([
            Self.running, ("https://bot.shop.io/message", HTTPResponse(status: 503, body: Array(body.utf8))),
            ("https://bot.shop.io", Self.response()),
        ])
        let found = try await Self.check(settings, network).filter { $0.subject == "webhook" }
        #expect(found == [HealthCheck("webhook", .bad, finding, advice: advice)])
    }

    @Test func `a server behind a proxy that is as it should be`() async throws {
        let network = FakeNetwork([
            Self.running, ("https://bot.shop.io/health/live", Self.response(endsIn: 60)),
            ("https://bot.shop.io/metrics", Self.response(404)),
        ])
        let found = try await Self.check(Self.web(), network)
        #expect(
            found.filter { $0.subject == "certificate" } == [
                HealthCheck("certificate", .good, "that of bot.shop.io is valid for 60 days")
            ])
        #expect(
            found.filter { $0.subject == "proxy" } == [
                HealthCheck("proxy", .good, "https://bot.shop.io leads to the server")
            ])
    }

    @Test func `a proxy that is not as it should be, and a certificate that ends`() async throws {
        let network = FakeNetwork([
            Self.running, ("https://bot.shop.io/health/live", Self.response(endsIn: 13)),
            ("https://bot.shop.io/metrics", Self.response(401)),
        ])
        let found = try await Self.check(Self.web(proxies: false), network)
        let certificate = try #require(found.first { $0.subject == "certificate" })
        #expect(certificate.verdict == .warning && certificate.finding.contains("ends in 13 days"))
        #expect(certificate.advice?.contains("certbot renew") == true)
        let proxy = found.filter { $0.subject == "proxy" }
        #expect(proxy.map(\.verdict) == [.good, .warning, .warning])
        #expect(proxy[1].finding.contains("routes of operators are public"))
        #expect(proxy[2].finding.contains("no proxy is trusted"))
    }

    @Test func `a proxy that leads elsewhere, or is not there`() async throws {
        let elsewhere = FakeNetwork([Self.running, ("https://bot.shop.io", Self.response(502))])
        let found = try await Self.check(Self.web(), elsewhere).filter { $0.subject == "proxy" }
        #expect(found.first?.verdict == .bad && found.first?.finding.contains("responds 502") == true)
        let away = try await Self.check(Self.web(), FakeNetwork([Self.running])).filter { $0.subject == "proxy" }
        #expect(away.map(\.verdict) == [.warning] && away[0].finding.contains("cannot be reached"))
    }

    @Test(arguments: [("Sun, 29 Nov 2026 12:00:00 GMT", false), (nil, true)])
    func `without Apple the clock is compared with that of another system`(date: String?, agrees: Bool) async throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let now = format.string(from: Date(timeIntervalSince1970: Double(Self.now)))
        let network = FakeNetwork([("https://api.shop.io", Self.response(date: date ?? now))])
        let found = try await Self.check(Self.web(), network, actions: Self.actions("api.shop.io"))
        let clock = try #require(found.first { $0.subject == "clock" })
        #expect(clock.verdict == (agrees ? .good : .bad) && clock.finding.hasSuffix("that of api.shop.io"))
    }

    @Test func `published flows that differ from the files are reported`() async throws {
        let compilation = try Fixtures.compilation()
        let doctor = Doctor(settings: ServerSettings(), environment: [:])
        let same = doctor.flows(Doctor.Flows(compilation, published: "1a", folder: "1a"))
        #expect(same.count == 1)
        let other = doctor.flows(Doctor.Flows(compilation, published: "1a", folder: "2b"))
        #expect(other.last?.verdict == .warning)
        #expect(other.last?.finding == "the files in Flows are version 2b, and the server runs 1a")
        #expect(other.last?.advice?.contains("usher publish") == true)
    }

    @Test func `every subject is in the table of the operations page`() throws {
        let page = try Fixtures.text("Docs/Operations.md")
        let table = page.matches(of: /(?m)^\| ((?:`[A-Za-z -]+`(?:, )?)+) \| .+ \|$/).map { String($0.1) }
        let listed = Set(table.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } })
        let folder = Fixtures.repository.appending(path: "Sources/Server")
        let files = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.hasSuffix(".swift") }
        let subjects = try files.flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                .matches(of: /(?:HealthCheck|Peer)\(\s*"([^"]+)",/).map { String($0.1) }
        }
        #expect(Set(subjects).count > 15)
        #expect(Set(subjects).subtracting(listed) == [])
    }
}
