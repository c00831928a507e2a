import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Testing

@testable import Server

/// The bodies of requests, read as JSON objects.
@Suite struct RequestBodyTests {
    private static func request(_ body: String) -> Request {
        Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "bot.example", path: "/"),
            body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    @Test func `an object is read, and no body is none`() async throws {
        let read = try await Self.request(#"{"name": "ana"}"#).jsonObject(upTo: 15)
        #expect(read == ["name": "ana"])
        #expect(try await Self.request("").jsonObject(upTo: 15) == nil)
    }

    @Test(arguments: ["[]", "{", "1", "null", "{} {}"])
    func `what is no object is malformed`(body: String) async {
        do throws(BodyProblem) {
            _ = try await Self.request(body).jsonObject(upTo: 100)
            Issue.record("\(body) is an object")
        } catch {
            if case .malformed = error { return }
            Issue.record("\(error)")
        }
    }

    @Test func `what announces more than the limit is refused before it is read`() async {
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "bot.example", path: "/", headerFields: [.contentLength: "15"])
        let request = Request(head: head, body: RequestBody(asyncSequence: Unreadable()))
        do throws(BodyProblem) {
            _ = try await request.bytes(upTo: 14)
            Issue.record("it is read")
        } catch {
            if case .tooLarge(14) = error { return }
            Issue.record("\(error)")
        }
    }

    private struct Unreadable: AsyncSequence, AsyncIteratorProtocol {
        struct IsRead: Error {}

        func makeAsyncIterator() -> Unreadable { self }
        func next() async throws -> ByteBuffer? { throw IsRead() }
    }

    @Test func `what is larger than the limit is not read`() async {
        do throws(BodyProblem) {
            _ = try await Self.request(#"{"name": "ana"}"#).jsonObject(upTo: 14)
            Issue.record("it is read")
        } catch {
            if case .tooLarge(14) = error { return }
            Issue.record("\(error)")
        }
    }
}
