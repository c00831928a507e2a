import Expressions
import FlowEngine
import Testing

/// The names of failures.
@Suite struct ProblemTests {
    private static let declaration = """
        post: http://127.0.0.1:PORT/
        gives:
          code: text, optional
        problems:
          409: taken
          404: gone
          503: closed
          error is full: full
          left is 0: sold out
          left is less than 3: nearly sold out
          ok is no: not ok
          parts.count is 0: empty
        """

    @Test(arguments: [
        (409, "{}", "taken"), (404, "", "gone"), (503, "", "closed"), (400, #"{"error": "full"}"#, "full"),
        (200, #"{"error": "full"}"#, "full"), (200, #"{"left": 0}"#, "sold out"),
        (200, #"{"left": 2}"#, "nearly sold out"),
        (200, #"{"ok": false}"#, "not ok"), (200, #"{"parts": []}"#, "empty"),
        (400, "{}", "refused"), (401, "", "refused"), (422, "no JSON", "refused"), (302, "", "refused"),
        (500, "", "refused"), (429, "", "refused"), (409, #"{"error": "full"}"#, "taken"),
    ]) func `a status or a condition on the answer names the problem`(
        status: Int, answer: String, problem: String
    ) async throws {
        let server = try FakeServer(.status(status, answer))
        #expect(try await Calling(Self.declaration, on: server).call() == .failed(problem))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [#"{"left": 3}"#, #"{"ok": true}"#, #"{"error": null}"#, #"{"parts": ["Bell"]}"#, "{}"])
    func `an answer that fits no condition is no problem`(answer: String) async throws {
        #expect(try await Calling(Self.declaration, on: FakeServer(.ok(answer))).call() == .gave(Fields()))
    }

    @Test func `no answer in time is a timeout, nobody there is unreachable`() async throws {
        let slow = try Calling("post: http://127.0.0.1:PORT/", on: FakeServer(.silence), timeout: .milliseconds(50))
        #expect(await slow.call() == .failed("timeout"))
        let broken = try Calling("post: http://127.0.0.1:PORT/", on: FakeServer(.hangUp))
        #expect(await broken.call() == .failed("unreachable"))
        let nobody = try Calling("post: http://127.0.0.1:PORT/")
        #expect(await nobody.call() == .failed("unreachable"))
    }

    @Test func `redirects are not followed`() async throws {
        let other = try FakeServer(.ok("{}"))
        let server = try FakeServer(
            .status(307, "", headers: ["Location: http://127.0.0.1:\(other.port)/"]))
        #expect(try await Calling("get: http://127.0.0.1:PORT/", on: server).call() == .failed("refused"))
        #expect(other.requests.isEmpty)
    }
}
