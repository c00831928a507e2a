import ConversationRuntime
import FlowEngine
import Foundation
import JSON

/// A customer's browser in the web chat: its queue, and what it has received.
struct WebDevice: Sendable {
    /// A message that it sends until it receives an acknowledgement.
    struct Sending: Sendable {
        var id: String
        var body: JSONValue
        /// The message that it answers; `nil` when it answers none.
        var target: String?
    }

    /// A message as the browser received it.
    struct Seen: Sendable, Equatable {
        var id: String
        var sequence: Int
        var revision: Int
        var sender: String
        var type: String
        var parts: JSONValue
    }

    var customer: String?
    var token: String?
    var conversation: String?
    var waiting: [Sending] = []
    /// The sequence number of each message that was answered with 201 or 200.
    var taken: [String: Int] = [:]
    var last: Sending?
    /// The messages of the conversation, by sequence number.
    var messages: [Int: Seen] = [:]
    /// The revision at which it resumes, and the newest one that it has read.
    var revision = 0
    var newest = 0
    /// The read position that it has received.
    var hasReadUpTo = 0
    /// The process to which it is sending, and the one to which it is listening.
    var sendsTo: Int?
    var listensTo: Int?
    /// How often it has begun to listen: events of an earlier connection are ignored.
    var line = 0

    /// Whether it has something to send, or has to begin to listen again.
    ///
    /// - Parameter process: the one that is alive.
    func isBusy(with process: Int) -> Bool { !waiting.isEmpty || token != nil && listensTo != process }

    /// The last message with buttons, and the ids of its answers.
    var question: (message: String, answers: [String])? {
        for (_, message) in messages.sorted(by: { $0.key > $1.key }) where message.type == "buttons" {
            let body = message.parts[0]?["body"]?.string.flatMap { try? JSONValue(parsing: $0) }
            let answers = body?["buttons"]?[0]?["choices"]?.array?.compactMap { $0["id"]?.string } ?? []
            return (message.id, answers)
        }
        return nil
    }

    static func text(_ words: String, id: String) -> Sending {
        let body = JSONValue.object(["text": .string(words)]).text
        return Sending(
            id: id,
            body: [
                "id": .string(id),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body)]],
            ], target: nil)
    }

    static func choice(_ answer: String, of message: String, id: String, operation: String) -> Sending {
        Sending(
            id: id,
            body: [
                "id": .string(id),
                "operations": [
                    [
                        "operation": "add", "type": "FWW", "name": "selection", "value": .string(answer),
                        "id": .string(operation),
                    ]
                ],
            ], target: message)
    }

    // Events.

    /// Processes one event of a stream. Returns an error, if any.
    mutating func take(_ event: WebEvent) -> String? {
        guard let id = event.id, event.name != "ready" else {
            return event.name == "reset" ? "has to begin anew" : nil
        }
        if event.name == "reset" { return "has to begin anew" }
        guard id > revision else { return "is told of \(id) after \(revision)" }
        // A browser that resumes earlier receives known messages as new ones, when they have changed since.
        let isNews = revision == newest
        revision = id
        newest = max(newest, id)
        guard let message = event.message else { return nil }
        let known = messages[message.sequence]
        messages[message.sequence] = message
        if event.name == "message.created", known != nil, isNews {
            return "is told twice of message \(message.sequence)"
        }
        if event.name == "message.updated", known == nil { return "hears of a change of a message that it lacks" }
        if let known, known.id != message.id { return "has two messages at \(message.sequence)" }
        return nil
    }
}

/// One event as a browser reads it.
struct WebEvent: Sendable {
    var id: Int?
    var name = ""
    var data: JSONValue = .null

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix("id: ") { id = Int(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { data = (try? JSONValue(parsing: String(line.dropFirst(6)))) ?? .null }
        }
    }

    /// The message of the event; `nil` for other events.
    var message: WebDevice.Seen? {
        guard name.hasPrefix("message.") else { return nil }
        return WebDevice.Seen(json: data)
    }
}

extension WebDevice.Seen {
    init(json: JSONValue) {
        self.init(
            id: json["id"]?.string ?? "", sequence: json["sequence"]?.int ?? 0, revision: json["revision"]?.int ?? 0,
            sender: json["sender"]?["id"]?.string ?? "", type: json["type"]?.string ?? "",
            parts: json["parts"] ?? .null)
    }
}

extension SeededRandom {
    /// Returns a UUID as browsers create them.
    func uuid() -> String {
        let numbers = [next(), next()]
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let text = bytes.map { String(format: "%02x", $0) }.joined()
        let cuts = [0, 8, 12, 16, 20, 32]
        return zip(cuts, cuts.dropFirst()).map { text.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}
