import ChildProcess
import Foundation
import JSON
import OpenTelemetry
import SQLStorage
import ServerMetrics
import TestSupport
import Testing

@testable import Server

/// The alert rules for Prometheus and the dashboard for Grafana that are shipped.
@Suite struct AlertTests {
    private static let rules = "Config/deploy/prometheus-rules.yaml"
    private static let dashboard = "Config/deploy/grafana-dashboard.json"

    /// The metrics that texts use, without the endings of histograms.
    private static func metrics(in texts: [String]) -> Set<String> {
        let names = texts.flatMap { $0.matches(of: /\b(?:usher|process)_[a-z0-9_]+/).map { String($0.0) } }
        return Set(names.map { $0.replacing(/_(bucket|sum|count)$/, with: "") })
    }

    /// The expressions of the dashboard.
    private static func expressions() throws -> [String] {
        let json = try JSONValue(parsing: Array(Fixtures.text(dashboard).utf8))
        let panels = try #require(json["panels"]?.array)
        return panels.flatMap { $0["targets"]?.array ?? [] }.compactMap { $0["expr"]?.string }
    }

    /// The expressions of the rules, which may have several lines.
    private static func conditions() throws -> [String] {
        let parts = try Fixtures.text(rules).split(separator: "- alert: ").dropFirst()
        return parts.compactMap { $0.firstMatch(of: /(?s)expr:(.*?)\n\s+(?:for|labels):/).map { String($0.1) } }
    }

    private static func alerts() throws -> [String] {
        try Fixtures.text(rules).matches(of: /- alert: (\w+)/).map { String($0.1) }
    }

    @Test func `every metric of rules and dashboard is one of the server`() async throws {
        let (expressions, conditions, alerts) = (try Self.expressions(), try Self.conditions(), try Self.alerts())
        #expect(expressions.count > 25 && conditions.count == alerts.count)
        let used = Self.metrics(in: expressions + conditions)
        try await Collector().run { port in
            var setup = TestServer.Setup()
            setup.tracing = .init(endpoint: "http://127.0.0.1:\(port)/v1/traces")
            setup.webChat.isEnabled = true
            setup.key = .random()
            try await TestServer.run(setup) { server in
                let known = Set(server.registry.names)
                #expect(used.subtracting(known) == [])
                // What operators should see at a glance is on the dashboard.
                #expect(known.subtracting(Self.metrics(in: expressions)) == ["process_virtual_memory_bytes"])
            }
        }
    }

    @Test func `every alert has its paragraph, and every metric its row in the operations page`() async throws {
        let page = try Fixtures.text("Docs/Operations.md")
        let alerts = try Self.alerts()
        #expect(alerts.count == Set(alerts).count && alerts.count > 10)
        for alert in alerts {
            let isThere = page.contains("\n**`\(alert)`**")
            #expect(isThere, "\(alert) has no paragraph")
        }
        let described = page.matches(of: /(?m)^\*\*`(Usher\w+)`\*\*/).map { String($0.1) }
        #expect(Set(described) == Set(alerts))
        for metric in Self.metrics(in: try Self.expressions()).filter({ $0.hasPrefix("usher_") }) {
            let isThere = page.contains("`\(metric)")
            #expect(isThere, "\(metric) is not described")
        }
    }

    @Test func `every alert has a test`() throws {
        let tests = try Fixtures.text("Tests/ServerTests/Fixtures/Alerts/rules.test.yaml")
        for alert in try Self.alerts() {
            let isThere = tests.contains("alertname: \(alert)\n")
            #expect(isThere, "\(alert) has no test")
        }
    }

    /// Prometheus's own tool; `.ci/install-packages test` installs it.
    @Test(arguments: [
        ["check", "rules", "Config/deploy/prometheus-rules.yaml"],
        ["test", "rules", "Tests/ServerTests/Fixtures/Alerts/rules.test.yaml"],
    ])
    func `Prometheus accepts the rules, and they fire when they should`(arguments: [String]) async throws {
        let program = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first(
            where: FileManager.default.isExecutableFile)
        let folder = try TemporaryFolder()
        let place = URL(filePath: folder.path + "/output")
        try Data().write(to: place)
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let output = try FileHandle(forWritingTo: place)
        let process = try ChildProcess(
            try #require(program, "promtool is missing; install the package prometheus"), arguments, environment: [:],
            in: Fixtures.repository.path, streams: (null, output, output))
        let status = await process.status()
        let text = try String(contentsOf: place, encoding: .utf8)
        #expect(status == 0, "\(text)")
    }
}
