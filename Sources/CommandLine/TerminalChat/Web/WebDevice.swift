import CurlClient
import Expressions
import Foundation
import JSON
import MessageParts

/// A customer in a browser, as far as a terminal can simulate one: it uses the API of the web chat.
struct WebDevice: CustomerDevice {
    let client: CurlClient
    /// The base URL, such as `http://127.0.0.1:8080`.
    let base: String
    let token: String
    let customer: String
    let conversation: String
    let inbox: WebInbox
    /// Advances the clock.
    let simulator: SimulatorClient

    /// Begins a session and a conversation with the bot.
    static func begin(
        at base: String, _ language: DeviceLanguage?, _ client: CurlClient, _ simulator: SimulatorClient
    ) async throws(ChatFailure) -> WebDevice {
        let wire = WebWire(client: client, base: base)
        var asked: JSONObject = ["widget": true]
        asked.set("language", language.map { .string($0.tag) })
        let session = try await wire.call("POST", "session", .object(asked))
        guard let token = session["token"]?.string, let customer = session["customer"]?.string else {
            throw ChatFailure("the web chat at \(base) created no session")
        }
        let begun = try await WebWire(client: client, base: base, token: token).call("POST", "conversations", [:])
        guard let conversation = begun["id"]?.string else {
            throw ChatFailure("the web chat at \(base) created no conversation")
        }
        return WebDevice(
            client: client, base: base, token: token, customer: customer, conversation: conversation,
            inbox: WebInbox(after: begun["after"]?.int ?? 0), simulator: simulator)
    }

    var wire: WebWire { WebWire(client: client, base: base, token: token) }

    /// Listens to events while `body` runs.
    func listening<Result: Sendable>(_ body: () async -> Result) async -> Result {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await listen() }
            let result = await body()
            group.cancelAll()
            return result
        }
    }

    /// Receives events; a stream that ends is resumed where it ended.
    private func listen() async {
        while !Task.isCancelled {
            inbox.begin()
            var request = wire.request("GET", "events")
            request.timeout = .seconds(86_400)
            if let last = inbox.lastEvent { request.headers.append(HTTPHeader(name: "Last-Event-ID", value: last)) }
            request.onBody = { [inbox] bytes in
                inbox.take(bytes)
                return true
            }
            _ = try? await client.send(request)
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    func messages(after number: Int, wait seconds: Int) async throws(ChatFailure) -> [DeviceMessage] {
        var shown: [DeviceMessage] = []
        for message in await inbox.messages(after: number, wait: seconds)
        where message["sender"]?["id"]?.string != customer {
            let read = try await WebMessage(message, wire)
            if let form = read.form { inbox.keep(form, of: read.id) }
            inbox.keep(read.addresses, ofFilesIn: read.shown.number)
            shown.append(read.shown)
        }
        return shown
    }

    // Sending.

    func say(_ text: String) async throws(ChatFailure) {
        try await send([part("text", ["text": .string(text)])])
    }

    func share(latitude: JSONNumber, longitude: JSONNumber) async throws(ChatFailure) {
        try await send([part("location", ["latitude": .number(latitude), "longitude": .number(longitude)])])
    }

    /// Returns the root part of a message.
    func part(_ type: String, _ body: JSONObject) -> JSONValue {
        [
            "id": "layer:///messages/new/parts/root",
            "mime_type": .string("application/vnd.layer.\(type)+json;role=root"),
            "body": .string(JSONValue.object(body).text),
        ]
    }

    /// Sends a message with these parts. A body that is too large for its part is uploaded as content.
    func send(_ parts: [JSONValue]) async throws(ChatFailure) {
        var travelling: [JSONValue] = []
        for part in parts { travelling.append(try await carried(part)) }
        let id = UUID().uuidString.lowercased()
        _ = try await wire.call(
            "POST", "conversations/\(conversation)/messages",
            ["id": .string(id), "parts": .array(travelling)])
    }

    func tap(_ ids: [String], on question: String) async throws(ChatFailure) {
        guard let asked = WebQuestion(question) else { throw ChatFailure("there is no such question") }
        try await answer(asked, ids.map { .string($0) })
    }

    func pick(_ slot: String, on question: String) async throws(ChatFailure) {
        try await tap([slot], on: question)
    }

    /// Answers a message; each value is a separate operation.
    func answer(_ question: WebQuestion, _ values: [JSONValue]) async throws(ChatFailure) {
        let operations = values.map { value in
            JSONValue.object([
                "operation": "add", "type": .string(question.type), "name": .string(question.name), "value": value,
                "id": .string(UUID().uuidString.lowercased()),
            ])
        }
        var body: JSONObject = [
            "id": .string(UUID().uuidString.lowercased()), "operations": .array(operations),
        ]
        body.set("node", question.node.map { .string($0) })
        _ = try await wire.call(
            "POST", "conversations/\(conversation)/messages/\(question.message)/responses", .object(body))
    }

    /// A customer alone with the bot deletes the conversation by leaving it; they then join it again, and it is empty.
    func close() async throws(ChatFailure) {
        _ = try await wire.call("DELETE", "conversations/\(conversation)")
        _ = try await wire.call("POST", "conversations", [:])
    }

    func turnClock(by length: TimeLength) async throws(ChatFailure) { try await simulator.turnClock(by: length) }
}
