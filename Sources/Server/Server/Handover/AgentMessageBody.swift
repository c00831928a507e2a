import FlowEngine
import Foundation
import JSON
import MessageModel

/// The body of a request that sends a message: exactly one of `text`, `choices`, `question`, `link` and `file`.
enum AgentMessageBody {
    case text(String)
    case message(AgentMessage)
    /// The id of a stored file.
    case file(String)

    static let keys: Set<String> = ["text", "choices", "question", "link", "file"]

    /// The longest text of one message, in characters.
    private static let longestText = 10_000
    /// The longest title, and the longest answer to choose (Apple, Interactive Message Types).
    private static let longestTitle = 512
    private static let longestLabel = 200
    private static let longestAddress = 2_000

    /// - Throws: `DeskRequests.Refused`, with the reason.
    init(_ body: JSONObject) throws(DeskRequests.Refused) {
        let given = body.keys.filter(Self.keys.contains)
        guard given.count == 1, let key = given.first, let value = body[key] else {
            let names = "`text`, `choices`, `question`, `link`, `file`"
            throw DeskRequests.Refused(
                given.isEmpty ? "the body must have one of \(names)" : "the body must have only one of \(names)")
        }
        switch key {
        case "text": self = .text(try Self.text(value, "text", longest: Self.longestText))
        case "choices": self = .message(.choices(try Self.choices(value)))
        case "question": self = .message(try Self.question(value))
        case "link": self = .message(.link(try Self.link(value)))
        default: self = .file(try Self.text(value["id"] ?? value, "file", longest: Self.longestLabel))
        }
    }

    /// The kind of the message, for the audit log.
    var word: String {
        switch self {
        case .text: "text"
        case .message(let message): message.word
        case .file: "file"
        }
    }

    /// A text that is not empty.
    static func text(
        _ value: JSONValue?, _ name: String, longest: Int
    ) throws(DeskRequests.Refused) -> String {
        guard let text = value?.string, !text.allSatisfy(\.isWhitespace) else {
            throw DeskRequests.Refused("`\(name)` must be a text that is not empty")
        }
        guard text.count <= longest else {
            throw DeskRequests.Refused("`\(name)` has \(text.count) characters; at most \(longest) can be sent")
        }
        return text
    }

    private static func choices(_ value: JSONValue) throws(DeskRequests.Refused) -> AgentChoices {
        try expectKeys(of: value, "choices", ["title", "options", "several"])
        guard let given = value["options"]?.array, AgentChoices.counts.contains(given.count) else {
            throw DeskRequests.Refused(
                "`choices.options` must be a list of \(AgentChoices.counts.lowerBound) to "
                    + "\(AgentChoices.counts.upperBound) answers")
        }
        var options: [AgentChoices.Option] = []
        for option in given {
            if option.object != nil { try expectKeys(of: option, "choices.options", ["id", "label"]) }
            let label = try text(
                option.object == nil ? option : option["label"], "choices.options", longest: longestLabel)
            let id = try option["id"].map { id throws(DeskRequests.Refused) in
                try text(id, "choices.options.id", longest: longestLabel)
            }
            options.append(AgentChoices.Option(id: id ?? label, label: label))
        }
        guard Set(options.map(\.id)).count == options.count, Set(options.map(\.label)).count == options.count else {
            throw DeskRequests.Refused("two of `choices.options` are the same")
        }
        guard [nil, .bool(true), .bool(false)].contains(value["several"]) else {
            throw DeskRequests.Refused("`choices.several` must be true or false")
        }
        return AgentChoices(
            title: try text(value["title"], "choices.title", longest: longestTitle), options: options,
            several: value["several"]?.bool ?? false)
    }

    private static func question(_ value: JSONValue) throws(DeskRequests.Refused) -> AgentMessage {
        try expectKeys(of: value, "question", ["flow", "step"])
        return .question(
            flow: try text(value["flow"], "question.flow", longest: longestLabel),
            step: try text(value["step"], "question.step", longest: longestLabel))
    }

    private static func link(_ value: JSONValue) throws(DeskRequests.Refused) -> LinkCard {
        if value.string == nil { try expectKeys(of: value, "link", ["url", "title"]) }
        let address = try text(value["url"] ?? value, "link", longest: longestAddress)
        guard address.hasPrefix("https://"), let url = URL(string: address), url.host?.isEmpty == false else {
            throw DeskRequests.Refused("`link` must be an address that begins with https://")
        }
        let title = try value["title"].map { title throws(DeskRequests.Refused) in
            try text(title, "link.title", longest: longestTitle)
        }
        return LinkCard(address: address, title: title)
    }

    private static func expectKeys(
        of value: JSONValue, _ name: String, _ keys: [String]
    ) throws(DeskRequests.Refused) {
        guard let object = value.object else { throw DeskRequests.Refused("`\(name)` must be an object") }
        if let strange = object.keys.first(where: { !keys.contains($0) }) {
            let known = keys.map { "`\($0)`" }.joined(separator: ", ")
            throw DeskRequests.Refused("`\(name)` has an unknown member `\(strange)`; known are \(known)")
        }
    }
}
