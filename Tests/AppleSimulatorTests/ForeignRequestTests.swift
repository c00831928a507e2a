import CurlClient
import JSON
import Testing

@testable import AppleSimulator

/// The simulator has no passwords; pages of other sites in its user's browser may not control it.
@Suite struct ForeignRequestTests {
    private static func expect(
        _ status: Int, _ method: String, _ path: String, _ headers: [String: String], at harness: Harness,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var request = HTTPRequest(method, harness.base + path)
        request.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
        if method == "POST" { request.body = .bytes(Array(#"{"on": "gateway", "kind": "delay", "count": 1}"#.utf8)) }
        let answer = try await harness.client.send(request)
        #expect(answer.status == status, "\(path)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
        ["Host": "evil.example"], ["Host": "evil.example:8081"], ["Host": "127.0.0.1.evil.example"],
        ["Host": "localhost.evil.example."], ["Host": "127.0.0.999"], ["Host": "[::2]:8081"],
    ])
    func `a page of another site changes nothing`(headers: [String: String]) async throws {
        try await withSimulator { harness in
            let browser = headers.merging(["User-Agent": "Mozilla/5.0 (X11)"]) { first, _ in first }
            try await Self.expect(403, "POST", "/simulator/faults", browser, at: harness)
            #expect(try await harness.ask("GET", "/faults").json["faults"] == [])
        }
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"],
        ["Host": "evil.example"],
    ])
    func `a page of another site reads nothing`(headers: [String: String]) async throws {
        try await withSimulator { harness in
            for path in ["/simulator/businesses", "/v1/preUpload", "/identity/bank/keys"] {
                let browser = headers.merging(["User-Agent": "Mozilla/5.0 (X11)"]) { first, _ in first }
                try await Self.expect(403, "GET", path, browser, at: harness)
            }
        }
    }

    @Test(arguments: [
        [:], ["Host": "localhost:8081"], ["Host": "LOCALHOST."], ["Host": "usher.localhost:1"], ["Host": "127.1.2.3"],
        ["Host": "[::1]:8081"], ["Host": "[::1]"], ["Host": "host.docker.internal:8081"],
        ["Host": "localhost:8081", "Origin": "http://localhost:8081", "Sec-Fetch-Site": "same-origin"],
        ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"],
        ["Host": "my-tunnel.example", "User-Agent": "curl/8.5.0"], ["Host": "build-box:8081"],
    ])
    func `programs and pages of its own use it`(headers: [String: String]) async throws {
        try await withSimulator { harness in
            try await Self.expect(200, "GET", "/simulator/businesses", headers, at: harness)
            try await Self.expect(200, "POST", "/simulator/faults", headers, at: harness)
        }
    }

    @Test func `a redirect of a business leads to the page of a provider`() async throws {
        try await withSimulator { harness in
            _ = try await harness.simulator.createIdentityProvider(IdentityDescription("bank"))
            let path =
                "/identity/bank/authorize?response_type=code&client_id=a&redirect_uri=http%3A%2F%2Fbot.example%2F"
            let headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
            try await Self.expect(200, "GET", path, headers, at: harness)
        }
    }

    @Test func `a simulator for other machines has the names that they give it`() async throws {
        let settings = SimulatorSettings.with {
            $0.host = "0.0.0.0"
            $0.listensBeyondLoopback = true
        }
        try await withSimulator(settings) { harness in
            let named = ["Host": "build-box:8081"]
            try await Self.expect(200, "GET", "/simulator/businesses", named, at: harness)
            let foreign = ["Host": "build-box:8081", "Origin": "https://evil.example"]
            try await Self.expect(403, "POST", "/simulator/faults", foreign, at: harness)
        }
    }
}
