import CurlClient
import JSON

/// The web chat's API for a browser that does not give up: requests without a response are resent.
struct BrowserWire: Sendable {
    private let world: SoakWorld
    private let tally: Tally
    private let headers: [HTTPHeader]

    /// The maximum number of attempts; a killed server is back within seconds.
    private static let tries = 600

    init(_ world: SoakWorld, _ tally: Tally, number: Int, token: String?) {
        self.world = world
        self.tally = tally
        let address = "10.\(number / 65_536 % 250).\(number / 256 % 256).\(number % 256)"
        headers =
            [HTTPHeader(name: "X-Forwarded-For", value: address)]
            + (token.map { [HTTPHeader(name: "Authorization", value: "Bearer \($0)")] } ?? [])
    }

    /// Sends a request that the server accepts once under its id, and records its duration.
    func send(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await tally.timing { try await ask("POST", path, body) }
    }

    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        var request = HTTPRequest(method, "\(world.url)/chat/api/\(path)")
        if let body { request.body = .bytes(body.bytes) }
        return try JSONValue(parsing: try await insist(request).body)
    }

    /// Returns the content at a URL that the API has returned.
    func fetch(_ address: String) async throws -> JSONValue {
        try JSONValue(parsing: try await insist(HTTPRequest("GET", world.url + address)).body)
    }

    func put(_ bytes: [UInt8], at address: String?) async throws {
        guard let address else { throw SoakFailure("the server takes no files") }
        var request = HTTPRequest("PUT", world.url + address)
        request.body = .bytes(bytes)
        _ = try await insist(request)
    }

    private func insist(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.headers = headers
        request.timeout = .seconds(20)
        for _ in 0..<Self.tries {
            if let response = try? await world.client.send(request), response.status < 500 {
                guard (200...299).contains(response.status) else {
                    throw SoakFailure(
                        "\(request.method) \(request.url): \(response.status) \(String(decoding: response.body, as: UTF8.self))"
                    )
                }
                return response
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw SoakFailure("\(request.method) \(request.url) was never answered")
    }

    /// Reads the event stream until it ends.
    func listen(after event: String, _ take: @escaping @Sendable ([UInt8]) -> Void) async {
        var request = HTTPRequest("GET", "\(world.url)/chat/api/events")
        request.headers = headers + [HTTPHeader(name: "Last-Event-ID", value: event)]
        request.timeout = .seconds(86_400)
        request.onBody = { bytes in
            take(bytes)
            return true
        }
        _ = try? await world.client.send(request)
    }
}
