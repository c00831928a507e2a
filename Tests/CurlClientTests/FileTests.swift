import CurlClient
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FileTests {
    let client = CurlClient()
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the body of a good answer goes into the file and nowhere else`() async throws {
        let response = try await client.send(try request(to: .answering(Self.ok("content"))))

        #expect(response.body.isEmpty)
        #expect(response.header("Content-Length") == "7")
        #expect(try folder.read("saved") == "content")
        #expect(folder.names == ["saved"])
    }

    @Test func `a file replaces the one that was there, and only its owner can read it`() async throws {
        try folder.make("saved", Data("a much longer old content".utf8))

        _ = try await client.send(try request(to: .answering(Self.ok("new"))))

        #expect(try folder.read("saved") == "new")
        let facts = try FileManager.default.attributesOfItem(atPath: folder.file("saved"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an empty answer makes an empty file`() async throws {
        _ = try await client.send(try request(to: .answering("HTTP/1.1 204 No Content\r\n\r\n")))

        #expect(try folder.read("saved") == "")
    }

    @Test func `what went wrong is told in memory and not saved`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nno such")

        let response = try await client.send(try request(to: server))

        #expect(response.body == Array("no such".utf8))
        #expect(folder.names == [])
    }

    @Test func `what went wrong is not told at any length, however large the file may be`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 500 Oh no\r\n\r\n")
            while connection.send("sorry ") {}
        }
        var request = try request(to: server)
        request.responseLimit = .max

        #expect(await expectFailure(of: request, from: client) == .tooLarge(limit: 1 << 20))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\n\r\n\(String(repeating: "x", count: 2_000))",
    ])
    func `after a failure there is no file, nor part of one`(answer: String) async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send(answer)
        }
        var request = try request(to: server)
        request.responseLimit = 1_000

        _ = await expectFailure(of: request, from: client)

        #expect(folder.names == [])
    }

    @Test func `a failure leaves the file that was there as it was`() async throws {
        try folder.make("saved", Data("old".utf8))
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }

        #expect(await expectFailure(of: try request(to: server), from: client).isInterrupted)

        #expect(try folder.read("saved") == "old")
        #expect(folder.names == ["saved"])
    }

    @Test func `a cancelled transfer leaves no part of a file`() async throws {
        let halfway = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            halfway.raise()
            connection.waitUntilClientCloses()
        }
        let request = try request(to: server)
        let sending = Task { await expectFailure(of: request, from: client) }
        await halfway.wait()

        sending.cancel()

        #expect(await sending.value == .cancelled)
        #expect(folder.names == [])
    }

    @Test func `a folder in the way of the file makes the answer not saved`() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("saved"), withIntermediateDirectories: false)

        let failure = await expectFailure(of: try request(to: .answering(Self.ok("new"))), from: client)

        guard case .notSaved = failure else { throw failure }
        #expect(failure.mayHaveArrived)
        #expect(folder.names == ["saved"])
    }

    @Test func `a file that becomes shorter while it is sent interrupts the exchange`() async throws {
        let path = try folder.makeFile("upload", size: 50 << 20)
        let server = try ScriptedServer { connection in
            _ = truncate(path, 1)
            connection.waitUntilClientCloses()
        }
        var request = HTTPRequest("POST", server.url())
        request.body = .file(path: path)

        let failure = await expectFailure(of: request, from: client)

        #expect(failure.isInterrupted)
        #expect(failure.mayHaveArrived)
    }

    @Test func `an empty file is an empty body`() async throws {
        let server = try ScriptedServer.answering(Self.ok("new"))
        var request = HTTPRequest("POST", server.url())
        request.body = .file(path: try folder.makeFile("upload", size: 0))

        _ = try await client.send(request)

        #expect(server.received.first?.header("Content-Length") == "0")
    }

    @Test func `progress that says stop cancels the transfer`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send("more and more ") {}
        }
        var request = try request(to: server)
        request.responseLimit = .max
        request.onProgress = { $0.received < 100_000 }

        #expect(await expectFailure(of: request, from: client) == .cancelled)
        #expect(folder.names == [])
    }

    private func request(to server: ScriptedServer) throws -> HTTPRequest {
        var request = HTTPRequest("GET", server.url())
        request.saveTo = folder.file("saved")
        return request
    }

    private static func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}
