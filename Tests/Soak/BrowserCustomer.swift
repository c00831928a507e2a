import CurlClient
import Foundation
import JSON

/// A customer in a browser who has a bike repaired, whatever happens to the server in the meantime: requests without a
/// response are resent under the same id, and the event stream resumes where it ended.
struct BrowserCustomer: Sendable {
    private let wire: BrowserWire
    private let conversation: String
    private let screen: BrowserScreen

    /// - Parameter number: of the browser; each has an address of its own.
    init(_ world: SoakWorld, _ tally: Tally, number: Int) async throws {
        let begun = BrowserWire(world, tally, number: number, token: nil)
        let session = try await begun.ask("POST", "session", ["widget": true])
        wire = BrowserWire(world, tally, number: number, token: session["token"]?.string)
        let conversation = try await wire.ask("POST", "conversations", [:])
        self.conversation = conversation["id"]?.string ?? ""
        screen = BrowserScreen(
            own: session["customer"]?.string ?? "", after: conversation["after"]?.int ?? 0, tally)
    }

    /// Completes the conversation. Returns the messages shown.
    func walk() async throws -> [String] {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await listen() }
            try await converse()
            group.cancelAll()
        }
        return try await shown()
    }

    private func converse() async throws {
        try await say("text", ["text": "Hello"])
        let buttons = try await body(of: try await screen.message { $0["type"] == "buttons" })
        try await answer(buttons, buttons.body["buttons"]?[0]?["choices"]?.id(of: "Repair"))
        let list = try await body(of: try await screen.message { $0["type"] == "choice" })
        try await answer(list, list.body["choices"]?.id(of: "Knobby"))
        let times = try await body(of: try await screen.message { $0["type"] == "times" })
        try await answer(times, times.body["slots"]?[0]?["id"])
        let form = try await body(of: try await screen.message { $0["type"] == "form" })
        try await fill(form)
        _ = try await screen.message { $0["text"]?.string?.hasPrefix("A photo") ?? false }
        try await sendPhoto()
        _ = try await screen.message { $0["text"]?.string?.hasPrefix("Where does") ?? false }
        try await say("location", ["latitude": .number(JSONNumber(52.5)), "longitude": .number(JSONNumber(13.4))])
        _ = try await screen.message { $0["text"]?.string?.hasPrefix("What is its") ?? false }
        try await say("text", ["text": "B-X 1"])
        _ = try await screen.message { $0["text"]?.string?.hasPrefix("Booked") ?? false }
        // A duplicate would arrive soon.
        try await Task.sleep(for: .milliseconds(300))
    }

    /// Listens to events until it is cancelled.
    private func listen() async {
        while !Task.isCancelled {
            screen.begin()
            await wire.listen(after: screen.lastEvent) { screen.take($0) }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    // Sending.

    private func say(_ type: String, _ body: JSONObject, with more: [JSONValue] = []) async throws {
        let root: JSONValue = [
            "id": "layer:///messages/new/parts/root",
            "mime_type": .string("application/vnd.layer.\(type)+json;role=root"),
            "body": .string(JSONValue.object(body).text),
        ]
        _ = try await wire.send(
            "conversations/\(conversation)/messages", ["id": .string(newID()), "parts": .array([root] + more)])
    }

    private func answer(_ question: Asked, _ value: JSONValue?, name: String = "selection") async throws {
        guard let value else { throw SoakFailure("a question has no such answer: \(question.body.text)") }
        _ = try await wire.send(
            "conversations/\(conversation)/messages/\(question.id)/responses",
            [
                "id": .string(newID()),
                "operations": [
                    [
                        "operation": "add", "type": "FWW", "name": .string(name), "value": value,
                        "id": .string(newID()),
                    ]
                ],
            ])
    }

    private func fill(_ form: Asked) async throws {
        let pages = form.body["form"]?["pages"]?.array ?? []
        let options = pages.last?["question"]?["choice"]?["options"]?.array ?? []
        let yes = options.first { $0["choice"]?["label"]?.string == "Yes" }?["choice"]?["id"]
        let filled: JSONObject = ["frame": "F7", "insured": yes ?? "yes"]
        try await answer(form, ["pages": .object(filled)], name: "form")
    }

    private func sendPhoto() async throws {
        let bytes = PhotoOfABike.bytes
        let announced = try await wire.ask(
            "POST", "conversations/\(conversation)/content",
            ["id": .string(newID()), "mime_type": "image/jpeg", "size": .int(bytes.count), "name": "bike.jpg"])
        try await wire.put(bytes, at: announced["upload_url"]?.string)
        let content: JSONValue = ["id": announced["id"] ?? .null, "size": .int(bytes.count)]
        let source: JSONValue = ["mime_type": "image/jpeg;role=source;parent-node-id=root", "content": content]
        try await say("image", [:], with: [source])
    }

    private func newID() -> String { UUID().uuidString.lowercased() }

    // Reading.

    private struct Asked {
        let id: String
        let body: JSONValue
    }

    /// Returns the body of a message's root, whether it is inside the message or separate content.
    private func body(of message: JSONValue) async throws -> Asked {
        let root = message["parts"]?.array?.first { $0["mime_type"]?.string?.contains("role=root") ?? false }
        let id = message["id"]?.string ?? ""
        if let body = root?["body"]?.string { return Asked(id: id, body: try JSONValue(parsing: body)) }
        guard let address = root?["content"]?["download_url"]?.string else {
            throw SoakFailure("a message has no body: \(message.text)")
        }
        return Asked(id: id, body: try await wire.fetch(address))
    }

    /// Returns all messages of the conversation, which must equal those of the stream, without duplicates.
    private func shown() async throws -> [String] {
        let page = try await wire.ask("GET", "conversations/\(conversation)/messages?limit=100")
        let messages = page["messages"]?.array ?? []
        let sequences = messages.compactMap { $0["sequence"]?.int }
        if sequences != Array(1...max(1, sequences.count)) {
            screen.find("a conversation has the messages \(sequences)")
        }
        if screen.sequences != sequences {
            screen.find("a stream told of \(screen.sequences), and there are \(sequences)")
        }
        return messages.filter { $0["sender"]?["bot"]?.bool ?? false }.map(BrowserScreen.words)
    }
}

extension JSONValue {
    /// Returns the id of the answer with this text.
    fileprivate func id(of text: String) -> JSONValue? { array?.first { $0["text"]?.string == text }?["id"] }
}
