import Foundation
import Hummingbird
import JSON
import Testing

/// `usher health` where no server answers, or one that is not ready.
@Suite struct HealthCommandTests {
    @Test func `what a database has lost is reported also while the server is not ready`() async throws {
        let body: JSONValue = [
            "flows": "1", "lost": ["reason": "the database lacks 3 messages"], "error": ["reason": "commits wait"],
        ]
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let serving = Task {
            let router = Router()
            router.get("/health/ready") { _, _ in
                Response(status: .serviceUnavailable, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes)))
            }
            try await LocalService.run(router, named: "ready") { listening.yield($0) }
        }
        let port = await ports.first { _ in true } ?? 0
        let project = try TemporaryProject()
        let result = try await Program.run(["health", "--port", "\(port)"], in: project.url)
        result.expectEnd(with: 1)
        #expect(result.errors == "usher: not ready: commits wait\nusher: the database lacks 3 messages\n")
        serving.cancel()
        _ = await serving.result
    }

    @Test(arguments: [HTTPResponse.Status.ok, .notFound])
    func `another program at the port is not taken for a server that is not ready`(
        _ status: HTTPResponse.Status
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let serving = Task {
            let router = Router()
            router.get("/health/ready") { _, _ in
                Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: "<!DOCTYPE html>\n<html>")))
            }
            try await LocalService.run(router, named: "another") { listening.yield($0) }
        }
        let port = await ports.first { _ in true } ?? 0
        let project = try TemporaryProject()
        let result = try await Program.run(["health", "--port", "\(port)"], in: project.url)
        result.expectEnd(with: 1)
        #expect(
            result.errors
                == "usher: another program than Usher answers at 127.0.0.1:\(port): <!DOCTYPE html>; stop it, or "
                + "set another `server.port`\n")
        serving.cancel()
        _ = await serving.result
    }

    @Test func `the address to ask can be given, and is named when nothing listens there`() async throws {
        let project = try TemporaryProject()
        let result = try await Program.run(["health", "--host", "127.0.0.2", "--port", "9"], in: project.url)
        result.expectEnd(with: 1)
        #expect(result.errors.hasPrefix("usher: no server answers at 127.0.0.2:9; start it"), "\(result.errors)")
    }

    @Test func `a process that accepts connections and answers nothing is to be restarted`() async throws {
        let project = try TemporaryProject()
        let taken = try TakenPort()
        let result = try await Program.run(["health", "--port", "\(taken.port)"], in: project.url)
        result.expectEnd(with: 1)
        let error = "usher: a process at 127.0.0.1:\(taken.port) does not answer within 5 seconds: it stands still"
        #expect(result.errors == "\(error); restart it\n")
    }
}
