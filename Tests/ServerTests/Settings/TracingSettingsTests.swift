import CurlClient
import Diagnostics
import OpenTelemetry
import Testing

@testable import Server

/// The settings of traces.
@Suite struct TracingSettingsTests {
    private static func read(_ environment: [String: String]) throws(SettingsError) -> ServerSettings {
        var reader = SettingsReader(file: nil, environment: environment)
        return try reader.settings(isServing: false)
    }

    @Test func `without a collector nothing is traced`() throws {
        #expect(try Self.read([:]).tracing == nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
        ("http://collector:4318/", "http://collector:4318/v1/traces"),
        ("https://otel.example.com/tenant/traces", "https://otel.example.com/tenant/traces"),
    ])
    func `an address without a path gets that of the protocol`(text: String, url: String) throws {
        let tracing = try #require(try Self.read(["USHER_TRACING_ENDPOINT": text]).tracing)
        #expect(tracing.endpoint == url)
        #expect(tracing.share == 1 && tracing.headers == [])
    }

    @Test func `share and headers are read`() throws {
        let tracing = try Self.read([
            "USHER_TRACING_ENDPOINT": "https://otel.example.com", "USHER_TRACING_SAMPLE": "0.05",
            "USHER_TRACING_HEADERS": "Authorization: Bearer a:b\nX-Tenant:shop",
        ]).tracing
        #expect(tracing?.share == 0.05)
        #expect(
            tracing?.headers == [
                HTTPHeader(name: "Authorization", value: "Bearer a:b"), HTTPHeader(name: "X-Tenant", value: "shop"),
            ])
        let plain = ["USHER_TRACING_ENDPOINT": "http://localhost:4318", "USHER_TRACING_HEADERS": "A: b"]
        #expect(try Self.read(plain).tracing?.headers.count == 1)
    }

    @Test(arguments: [
        (["ENDPOINT": "collector:4318"], "an address such as `http://127.0.0.1:4318`"),
        (["ENDPOINT": "https://"], "an address such as"), (["ENDPOINT": "https://a:b@c"], "an address such as"),
        (["ENDPOINT": "http://127.0.0.1", "SAMPLE": "2"], "a number from 0 to 1"),
        (["ENDPOINT": "http://127.0.0.1", "SAMPLE": "ten"], "a number from 0 to 1"),
        (["ENDPOINT": "http://collector", "HEADERS": "A: b"], "begins with `https://`"),
        (["ENDPOINT": "https://collector", "HEADERS": "secret"], "is not a header"),
        (["ENDPOINT": "https://collector", "HEADERS": "A b: secret"], "is not a header"),
        (["HEADERS": "A: secret"], "`tracing.endpoint` is not"),
    ])
    func `what is wrong is refused, and secrets are not repeated`(keys: [String: String], reason: String) throws {
        let environment = Dictionary(uniqueKeysWithValues: keys.map { ("USHER_TRACING_\($0.key)", $0.value) })
        let error = try #require(throws: SettingsError.self) { try Self.read(environment) }
        #expect(error.lines.count == 1 && error.lines[0].contains(reason), "\(error)")
        #expect(!error.lines[0].contains("secret"))
    }
}
