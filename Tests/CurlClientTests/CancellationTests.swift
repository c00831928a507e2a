import CurlClient
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    @Test func `cancelling the task ends the transfer and its connection`() async throws {
        let heard = Signal()
        let closed = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            heard.raise()
            connection.waitUntilClientCloses()
            closed.raise()
        }
        let client = CurlClient()
        let sending = Task { await expectFailure(of: HTTPRequest("POST", server.url()), from: client) }
        await heard.wait()

        sending.cancel()
        #expect(await sending.value == .cancelled)
        await closed.wait()

        #expect(HTTPFailure.cancelled.mayHaveArrived)
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = CurlClient()
        let mayStart = Signal()
        let sending = Task {
            await mayStart.wait()
            return await expectFailure(of: HTTPRequest("GET", server.url()), from: client)
        }

        sending.cancel()
        mayStart.raise()

        #expect(await sending.value == .cancelled)
        #expect(server.connections == 0)
    }

    @Test func `cancelling one of many leaves the others alone`() async throws {
        let busy = Signal()
        let mayAnswer = Signal()
        let server = try ScriptedServer { connection in
            while let request = try connection.receive() {
                if request.line.contains("/slow") { busy.raise() }
                if request.line.contains("/slow") { mayAnswer.waitOnThisThread() }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let client = CurlClient()
        let doomed = Task { await expectFailure(of: HTTPRequest("GET", server.url("/slow")), from: client) }
        await busy.wait()

        doomed.cancel()
        #expect(await doomed.value == .cancelled)
        #expect(try await client.send(HTTPRequest("GET", server.url("/quick"))).status == 200)
        mayAnswer.raise()
    }

    @Test func `cancelling at any moment gives an answer or a cancellation, and nothing hangs`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = CurlClient(connectionsPerHost: 4)

        await withTaskGroup(of: HTTPFailure?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let sending = Task { try await client.send(HTTPRequest("GET", server.url())) }
                    for _ in 0..<(number % 7) { await Task.yield() }
                    sending.cancel()
                    do { _ = try await sending.value } catch { return error as? HTTPFailure }
                    return nil
                }
            }
            for await failure in group { #expect(failure == nil || failure == .cancelled) }
        }
    }
}
