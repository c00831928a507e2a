import CurlClient
import Testing

extension AgainstNginx {
    @Suite(.timeLimit(.minutes(10)))
    struct Versions {
        let client = CurlClient()

        @Test func `many requests at once share one connection of HTTP 2`() async throws {
            let responses = try await send(100, to: nginx().secure("/echo"))

            #expect(responses.allSatisfy { $0.httpVersion == .http2 })
            #expect(responses.map(\.openedConnections).reduce(0, +) == 1)
        }

        @Test func `many requests at once share a few connections of HTTP 1`() async throws {
            let client = CurlClient(connectionsPerHost: 4)
            let responses = try await send(100, to: nginx().old("/echo"), from: client)

            #expect(responses.allSatisfy { $0.httpVersion == .http11 })
            #expect(1...4 ~= responses.map(\.openedConnections).reduce(0, +))
        }

        @Test func `HTTP 2 is not spoken with those who do not want it`() async throws {
            var request = HTTPRequest("GET", try nginx().secure("/hello"))
            request.authorityFile = try nginx().authority
            request.http2 = false

            #expect(try await client.send(request).httpVersion == .http11)
        }

        @Test func `HTTP 2 is spoken over TLS only`() async throws {
            #expect(try await client.send(HTTPRequest("GET", nginx().plain("/hello"))).httpVersion == .http11)
        }

        @Test(arguments: [0, 1, 16_384, 65_535, 65_536, 65_537, 1_000_000])
        func `a body of any size comes back from an echo`(size: Int) async throws {
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for url in [try nginx().plain("/echo"), try nginx().old("/echo"), try nginx().secure("/echo")] {
                var request = HTTPRequest("POST", url)
                request.authorityFile = try nginx().authority
                request.body = .bytes(body)

                let response = try await client.send(request)
                #expect(response.body == body)
                #expect(response.duration < .seconds(20), "nothing waits for a timer")
            }
        }

        @Test func `two clients do not share connections`() async throws {
            let request = HTTPRequest("GET", try nginx().plain("/hello"))

            #expect(try await client.send(request).openedConnections == 1)
            #expect(try await CurlClient().send(request).openedConnections == 1)
        }

        /// Sends requests with different bodies, to verify that each caller gets its own response.
        private func send(_ count: Int, to url: String, from client: CurlClient? = nil) async throws -> [HTTPResponse] {
            let client = client ?? self.client
            let authority = try nginx().authority
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                for number in 0..<count {
                    group.addTask {
                        var request = HTTPRequest("POST", url)
                        request.authorityFile = authority
                        request.body = .bytes(Array("number \(number)".utf8))
                        let response = try await client.send(request)
                        #expect(response.body == Array("number \(number)".utf8))
                        return response
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }
}
