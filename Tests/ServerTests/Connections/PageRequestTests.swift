import Concurrency
import Expressions
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import Server

/// Which requests to pages of operators count, and which are logged.
@Suite struct PageRequestTests {
    private static let address = "192.0.2.1"
    private let log = LogRecorder()
    private let clock = TurnableClock(standingAt: Moment(seconds: 1_800_000_000))

    private func limits(_ requests: Int = 3) -> AddressLimits {
        var settings = ConnectionSettings()
        settings.requestsPerAddress = requests
        return AddressLimits(settings, admitted: ["studio/api"], clock: clock, logger: log.logger)
    }

    private static func request(_ method: HTTPRequest.Method, _ path: String) -> Request {
        let head = HTTPRequest(method: method, scheme: "http", authority: "bot.example", path: path)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(arguments: [HTTPResponse.Status.unauthorized, .forbidden, .notFound, .contentTooLarge, .serviceUnavailable])
    func `every request to a page of operators that is answered with an error counts`(status: HTTPResponse.Status) {
        let limits = limits()
        let request = Self.request(.get, "/studio/api/project")
        for _ in 1...3 {
            #expect(limits.refusal(of: request, from: Self.address) == nil)
            limits.note(Response(status: status), to: request, from: Self.address)
        }
        #expect(limits.refusal(of: request, from: Self.address)?.status == .tooManyRequests)
        #expect(limits.refusal(of: request, from: "192.0.2.2") == nil)
    }

    @Test(arguments: [
        ("/", []), ("/message", ["message"]), ("//studio/api//project/", ["studio", "api", "project"]),
        ("/a%2Fb", ["a%2Fb"]), ("/caf\u{E9}/b", ["caf\u{E9}", "b"]), ("/a/\u{301}b", ["a/\u{301}b"]),
    ])
    func `a path is cut as the router cuts it`(path: String, words: [String]) {
        #expect(Self.request(.get, path).words.map(String.init) == words)
    }

    @Test func `an author who works is not counted`() {
        let limits = limits()
        let request = Self.request(.post, "/studio/api/play")
        for _ in 1...50 {
            #expect(limits.refusal(of: request, from: Self.address) == nil)
            limits.note(Response(status: .ok), to: request, from: Self.address)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, HTTPResponse.Status.ok, "info"), (.put, .noContent, "info"),
        (.post, .badRequest, "debug"), (.post, .forbidden, "debug"), (.put, .unprocessableContent, "debug"),
        (.get, .ok, "debug"), (.delete, .noContent, "debug"), (.post, .unauthorized, "notice"),
    ])
    func `what anyone can ask while signing in does not fill the log`(
        method: HTTPRequest.Method, status: HTTPResponse.Status, level: String
    ) {
        limits().note(
            Response(status: status), to: Self.request(method, "/operators/api/session"), from: Self.address)
        let words = level == "notice" ? "rejected" : "answered"
        #expect(
            log.lines == [
                "\(level) operator request \(words) from=192.0.2.1 kind=operators method=\(method) "
                    + "status=\(status.code)"
            ])
    }
}
