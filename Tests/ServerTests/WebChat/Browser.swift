import CurlClient
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing
import WebChat

@testable import Server

/// A browser with the chat page open, as far as the server can tell.
final class Browser: Sendable {
    let server: TestServer
    /// The cookie that it has received.
    let cookie: String
    let customer: String
    let conversation: String

    /// Begins a session and the conversation with the bot.
    init(on server: TestServer) async throws {
        self.server = server
        let session = try await Self.send("POST", "session", [:], cookie: nil, on: server)
        let set = session.header("Set-Cookie") ?? ""
        cookie = String(set.prefix { $0 != ";" })
        customer = try Self.json(session)["customer"]?.string ?? ""
        let begun = try await Self.send("POST", "conversations", [:], cookie: cookie, on: server)
        guard begun.status == 201 else { throw Trouble("no conversation begins: \(begun.status)") }
        conversation = try Self.json(begun)["id"]?.string ?? ""
    }

    static func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, cookie: String?, origin: String?? = .none,
        headers: [HTTPHeader] = [], on server: TestServer
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.patient(method, "\(server.url)/chat/api/\(path)")
        request.headers = headers
        let origin = origin ?? server.url
        if let origin { request.headers.append(HTTPHeader(name: "Origin", value: origin)) }
        if let cookie { request.headers.append(HTTPHeader(name: "Cookie", value: cookie)) }
        if let body {
            request.headers.append(HTTPHeader(name: "Content-Type", value: "application/json"))
            request.body = .bytes(body.bytes)
        }
        return try await server.client.send(request)
    }

    static func json(_ response: HTTPResponse) throws -> JSONValue { try JSONValue(parsing: response.body) }

    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
        try await Self.send(method, path, body, cookie: cookie, on: server)
    }

    /// Sends a message, and returns when the bot has answered.
    func says(_ text: String) async throws -> [JSONValue] {
        let body = JSONValue.object(["text": .string(text)]).text
        return try await after(
            "conversations/\(conversation)/messages",
            [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body)]],
            ])
    }

    /// Chooses an answer of the last question by its label, and returns when the bot has answered.
    func chooses(_ label: String...) async throws -> [JSONValue] {
        let question = try await messages().last { Self.choices(in: $0).contains { $0.label == label[0] } }
        guard let question, let id = question["id"]?.string else { throw Trouble("nobody asks for `\(label)`") }
        let operations = Self.choices(in: question).filter { label.contains($0.label) }.map { choice -> JSONValue in
            [
                "operation": "add", "type": "FWW", "name": "selection", "value": .string(choice.id),
                "id": .string(UUID().uuidString),
            ]
        }
        return try await after(
            "conversations/\(conversation)/messages/\(id)/responses",
            ["id": .string(UUID().uuidString), "operations": .array(operations)])
    }

    /// Returns the bot's messages after a request.
    private func after(_ path: String, _ body: JSONValue) async throws -> [JSONValue] {
        let answer = try await send("POST", path, body)
        guard answer.status == 201 else {
            throw Trouble("\(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
        }
        await server.chats?.untilHeard()
        await server.untilQuiet()
        let sequence = try Self.json(answer)["sequence"]?.int ?? 0
        return try await messages().filter { ($0["sequence"]?.int ?? 0) > sequence }
    }

    func messages() async throws -> [JSONValue] {
        try Self.json(try await send("GET", "conversations/\(conversation)/messages?limit=100"))["messages"]?.array
            ?? []
    }

    /// Returns the answers of a message, or its times.
    static func choices(in message: JSONValue) -> [(id: String, label: String)] {
        let root = message["parts"]?.array?.first?["body"]?.string.flatMap { try? JSONValue(parsing: $0) }
        let items = root?["choices"]?.array ?? root?["buttons"]?[0]?["choices"]?.array ?? root?["slots"]?.array ?? []
        return items.map { ($0["id"]?.string ?? "", ($0["text"] ?? $0["start"])?.string ?? "") }
    }
}

/// A socket that stays open until its reader has reached the end: if it were closed before, its number would soon be
/// reused, and the reader would read another connection's data.
private final class OpenLine: Sendable {
    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    func breakOff() {
        descriptor.withLock { if let open = $0 { shutdown(open, Int32(SHUT_RDWR)) } }
    }

    func end() {
        descriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }
}

/// A listening browser: a stream of events, read as they arrive.
final class EventConnection: Sendable {
    struct Told: Sendable {
        var id: String?
        var event: String
        var data: JSONValue
    }

    private let line: OpenLine
    /// The events, until the stream ends.
    let events: AsyncStream<Told>

    init(on browser: Browser, after last: String? = nil) async throws {
        let descriptor = try await RawConnection.connected(to: browser.server.port)
        let line = OpenLine(descriptor)
        self.line = line
        var request = "GET /chat/api/events HTTP/1.1\r\nHost: localhost\r\nCookie: \(browser.cookie)\r\n"
        if let last { request += "Last-Event-ID: \(last)\r\n" }
        request += "\r\n"
        _ = request.withCString { Foundation.send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        let (events, told) = AsyncStream.makeStream(of: Told.self)
        self.events = events
        Thread {
            Self.read(descriptor, told)
            told.finish()
            line.end()
        }.start()
    }

    deinit { breakOff() }

    /// Breaks the connection, as a phone in a tunnel does.
    func breakOff() { line.breakOff() }

    /// Returns the next events of these kinds.
    func next(_ count: Int, of kinds: Set<String>) async -> [Told] {
        var found: [Told] = []
        for await told in events where kinds.contains(told.event) {
            found.append(told)
            if found.count == count { break }
        }
        return found
    }

    /// Reads lines; each event is a separate chunk, so the lines in between are chunk lengths.
    private static func read(_ descriptor: Int32, _ told: AsyncStream<Told>.Continuation) {
        var rest: [UInt8] = []
        var fields: [String: String] = [:]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces)
                rest.removeFirst(end + 1)
                if line.isEmpty, let event = fields["event"], let data = fields["data"] {
                    told.yield(
                        Told(id: fields["id"], event: event, data: (try? JSONValue(parsing: data)) ?? .null))
                    fields = [:]
                } else if let colon = line.firstIndex(of: ":") {
                    fields[String(line[..<colon])] = String(line[line.index(after: colon)...].dropFirst())
                }
            }
        }
    }
}
