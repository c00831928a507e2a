import ChildProcess
import CurlClient
import Foundation
import JSON
import Synchronization
import Testing

/// A film of 200 MB is uploaded to the web chat, although the connection breaks and the server is killed.
@Suite struct LargeUploadTests {
    private static let size = 200_000_000
    private static let mostGrowth = 20 << 20

    @Test(.timeLimit(.minutes(10)))
    func `200 MB that are interrupted three times arrive whole, with little memory`() async throws {
        let film = try Film(size: Self.size)
        let chat = try ChatProgram(in: film.folder)
        var server = try await chat.start()
        let client = CurlClient(patience: .seconds(300))
        let visitor = try await Visitor(chat.url, client)
        let id = try await visitor.announce(Self.size)
        let note = try await visitor.announce(1_000)
        let watch = Watch(visitor, of: id)

        // The connection breaks after 50 MB, the server is killed after 100 MB, and the connection breaks again after
        // 150 MB.
        for (number, place) in [50_000_000, 100_000_000, 150_000_000].enumerated() {
            let held = try await visitor.held(of: id)
            // Only the bytes in transit when the connection broke are lost.
            #expect(held >= [0, 40, 80][number] * 1_000_000, "what has come is not sent again")
            let memory = Memory(of: server.id)
            let isKilled = number == 1
            let rest = try film.rest(from: held)
            await visitor.send(rest, to: id, from: held, of: Self.size) { [process = server.id] sent in
                memory.look()
                guard held + sent >= place else { return true }
                if isKilled { kill(process, SIGKILL) }
                return false
            }
            #expect(memory.growth < Self.mostGrowth, "grew by \(memory.growth >> 20) MB")
            if isKilled {
                _ = await server.status()
                server = try await chat.start()
            }
            try await watch.look()
        }
        let held = try await visitor.held(of: id)
        let memory = Memory(of: server.id)
        #expect(try await visitor.finish(try film.rest(from: held), id, from: held, of: Self.size) { memory.look() })
        #expect(memory.growth < Self.mostGrowth, "grew by \(memory.growth >> 20) MB")
        print("200 MB: the server grew by \(memory.growth >> 20) MB while they came in")
        try await watch.look()
        let small = film.folder.appending(path: "note")
        try Data(repeating: 1, count: 1_000).write(to: small)
        #expect(try await visitor.finish(small, note, from: 0, of: 1_000) {})
        try await watch.look()

        let back = film.folder.appending(path: "back.mov")
        let outward = Memory(of: server.id)
        try await visitor.fetch(id, to: back, limit: Self.size) { outward.look() }
        print("200 MB: the server grew by \(outward.growth >> 20) MB while they went out")
        #expect(outward.growth < Self.mostGrowth, "grew by \(outward.growth >> 20) MB")
        #expect(try film.isEqual(to: back))
        let (received, fractions) = (watch.received, watch.fractions)
        #expect(received.count >= 5 && received == received.sorted() && received.last == Self.size)
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        server.stop()
        await server.expectEnd(with: 0)
        await client.shutdown()
    }
}

/// A file in a temporary folder: zeros, with a different value in every piece, so that a lost or moved piece is
/// detected.
private final class Film: Sendable {
    let folder: URL
    private let size: Int

    init(size: Int) throws {
        self.size = size
        folder = FileManager.default.temporaryDirectory.appending(path: "usher-film-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(size))
        for place in stride(from: 0, to: size - 20, by: 60_000) {
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data("piece at \(place)".utf8))
        }
        try handle.close()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var file: URL { folder.appending(path: "film.mov") }

    /// Writes the rest of the film, from a position, to a file.
    func rest(from place: Int) throws -> URL {
        let rest = folder.appending(path: "rest.mov")
        try Data().write(to: rest)
        let (from, to) = (try FileHandle(forReadingFrom: file), try FileHandle(forWritingTo: rest))
        try from.seek(toOffset: UInt64(place))
        while let piece = try from.read(upToCount: 1 << 20), !piece.isEmpty { try to.write(contentsOf: piece) }
        try to.close()
        return rest
    }

    func isEqual(to other: URL) throws -> Bool {
        let (one, two) = (try FileHandle(forReadingFrom: file), try FileHandle(forReadingFrom: other))
        while true {
            let (piece, same) = (try one.read(upToCount: 1 << 20), try two.read(upToCount: 1 << 20))
            guard piece == same else { return false }
            if piece?.isEmpty ?? true { return true }
        }
    }
}

/// The program with a bot that says nothing, on a database that stays.
private struct ChatProgram {
    let url: String
    private let port: Int
    private let folder: URL

    init(in folder: URL) throws {
        port = try freePort()
        url = "http://127.0.0.1:\(port)"
        self.folder = folder
        let flows = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        let bot = """
            bot: Films
            zone: Europe/Berlin
            start: films
            anywhere:
              agent, help, support: films/person
            people:
              staff:

            """
        let flow = """
            flow: films
            start: first
            steps:
              first:
                say: Hello.
                then: end
              person:
                say: One of us will answer you here.
                hand_over: staff

            """
        try Data(bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data(flow.utf8).write(to: flows.appending(path: "films.yaml"))
    }

    func start() async throws -> RunningProgram {
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let server = try RunningProgram(
            ["serve"],
            environment: [
                "USHER_SERVER_PORT": "\(port)", "USHER_SERVER_PUBLIC_URL": url, "USHER_WEB_CHAT_ENABLED": "true",
                "USHER_STORAGE_PATH": folder.appending(path: "usher.sqlite").path, "USHER_STORAGE_KEY": key,
                "USHER_FLOWS_PATH": folder.appending(path: "Flows").path, "USHER_CONTENT_MAX_SIZE": "200 MB",
                "USHER_APPLE_GATEWAY": "http://127.0.0.1:9/v1", "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": key,
            ], in: folder)
        guard await server.errors.wait(for: "server started") else {
            throw ProgramFailure("the server did not start: \(server.errors.text)")
        }
        return server
    }
}

/// A user in a browser, through the chat's API.
private struct Visitor: Sendable {
    private let url: String
    private let client: CurlClient
    private let token: String
    private let conversation: String

    init(_ url: String, _ client: CurlClient) async throws {
        (self.url, self.client) = (url, client)
        let session = try await Self.ask(client, url, "POST", "/chat/api/session", nil, ["widget": true])
        token = try #require(session["token"]?.string)
        let begun = try await Self.ask(client, url, "POST", "/chat/api/conversations", token, [:])
        conversation = try #require(begun["id"]?.string)
    }

    private static func ask(
        _ client: CurlClient, _ url: String, _ method: String, _ path: String, _ token: String?, _ body: JSONValue?
    ) async throws -> JSONValue {
        var request = HTTPRequest(method, url + path)
        if let token { request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(token)")] }
        if let body { request.body = .bytes(body.bytes) }
        let answer = try await client.send(request)
        #expect((200...299).contains(answer.status), "\(path): \(answer.status)")
        return try JSONValue(parsing: answer.body)
    }

    private func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await Self.ask(client, url, method, path, token, body)
    }

    /// Announces a file and returns its upload URL.
    func announce(_ size: Int) async throws -> String {
        let view = try await ask(
            "POST", "/chat/api/conversations/\(conversation)/content",
            ["mime_type": "video/quicktime", "size": .int(size), "name": "film.mov"])
        return try #require(view["upload_url"]?.string)
    }

    /// Returns the number of bytes that the server has stored.
    func held(of address: String) async throws -> Int {
        var request = HTTPRequest("PUT", url + address)
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(token)"),
            HTTPHeader(name: "Content-Range", value: "bytes */*"),
        ]
        let answer = try await client.send(request)
        #expect(answer.status == 308)
        return answer.header("Range").flatMap { $0.split(separator: "-").last }.flatMap { Int($0) }.map { $0 + 1 } ?? 0
    }

    /// Sends the rest, until `isGoingOn` returns `false`, which breaks the connection.
    func send(
        _ file: URL, to address: String, from place: Int, of size: Int, _ isGoingOn: @escaping @Sendable (Int) -> Bool
    ) async {
        let request = request(file, address, from: place, of: size) { isGoingOn(Int($0.sent)) }
        await #expect(throws: HTTPFailure.self) { try await client.send(request) }
    }

    /// Sends the rest. Returns whether all of it has arrived.
    func finish(
        _ file: URL, _ address: String, from place: Int, of size: Int, _ look: @escaping @Sendable () -> Void
    ) async throws -> Bool {
        let request = request(file, address, from: place, of: size) { _ in
            look()
            return true
        }
        return try await client.send(request).status == 200
    }

    private func request(
        _ file: URL, _ address: String, from place: Int, of size: Int,
        _ onProgress: @escaping @Sendable (HTTPRequest.Progress) -> Bool
    ) -> HTTPRequest {
        var request = HTTPRequest("PUT", url + address)
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(token)"),
            HTTPHeader(name: "Content-Range", value: "bytes \(place)-\(size - 1)/\(size)"),
        ]
        (request.body, request.timeout, request.repeatable) = (.file(path: file.path), .seconds(300), false)
        request.onProgress = onProgress
        return request
    }

    func view(_ address: String) async throws -> JSONValue { try await ask("GET", address + "/progress") }

    /// Returns the upload progress of all files of the conversation.
    func all() async throws -> JSONValue { try await ask("GET", "/chat/api/conversations/\(conversation)/content") }

    func fetch(_ address: String, to file: URL, limit: Int, _ look: @escaping @Sendable () -> Void) async throws {
        let link = try #require(try await view(address)["download_url"]?.string)
        var request = HTTPRequest("GET", url + link)
        (request.saveTo, request.timeout, request.responseLimit) = (file.path, .seconds(300), limit)
        request.onProgress = { _ in
            look()
            return true
        }
        #expect(try await client.send(request).status == 200)
    }
}

/// Records the reported upload progress, in order.
private final class Watch: Sendable {
    private let visitor: Visitor
    private let address: String
    private let seen = Mutex<[(received: Int, fraction: Double)]>([])

    init(_ visitor: Visitor, of address: String) {
        self.visitor = visitor
        self.address = address
    }

    var received: [Int] { seen.withLock { $0.map(\.received) } }
    var fractions: [Double] { seen.withLock { $0.map(\.fraction) } }

    func look() async throws {
        let received = try #require(try await visitor.view(address)["received"]?.int)
        let fraction = try #require(try await visitor.all()["progress"]?["fraction"]?.number?.double)
        seen.withLock { $0.append((received, fraction)) }
    }
}

/// Measures by how much the memory of a process has grown.
private final class Memory: Sendable {
    private let process: pid_t
    private let first: Int
    private let most: Mutex<Int>

    init(of process: pid_t) {
        self.process = process
        first = Self.resident(process)
        most = Mutex(first)
    }

    var growth: Int { most.withLock { $0 } - first }

    func look() {
        let now = Self.resident(process)
        most.withLock { $0 = max($0, now) }
    }

    /// Resident memory in bytes (proc_pid_statm(5): the second number, in pages).
    private static func resident(_ process: pid_t) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
