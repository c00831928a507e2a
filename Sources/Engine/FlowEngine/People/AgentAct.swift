public import JSON
public import MessageModel

/// What an agent does with a conversation that is with people, beside writing a text and giving it back.
public enum AgentAct: Sendable, Hashable {
    /// Sends the customer more than a text.
    case send(AgentMessage)
    /// Leaves a note for other agents, which the customer never receives.
    case note(String)
    /// Takes the conversation, unless another agent has it.
    case take
    /// Gives the conversation up, so that others can take it.
    case release
    /// Gives the conversation to an agent, also when another one has it.
    case assign(to: String)
    /// Passes the conversation on to another queue.
    case transfer(QueueTransfer)
}

/// A conversation on its way to another queue.
public struct QueueTransfer: Sendable, Hashable {
    public var queue: String
    /// For the agents of that queue.
    public var note: String?
    /// Whether it may wait until the queue opens.
    public var mayWait: Bool

    public init(queue: String, note: String? = nil, mayWait: Bool = false) {
        self.queue = queue
        self.note = note
        self.mayWait = mayWait
    }
}

/// What an agent sends to a customer beside texts.
public enum AgentMessage: Sendable, Hashable {
    /// A title and answers to choose from.
    case choices(AgentChoices)
    /// The question of a step.
    case question(flow: String, step: String)
    case link(LinkCard)
    case file(AgentFile)
}

/// A stored file that an agent sends.
public struct AgentFile: Sendable, Hashable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// Answers that an agent offers.
public struct AgentChoices: Sendable, Hashable {
    /// How many answers a customer can be offered.
    public static let counts = 2...20

    public struct Option: Sendable, Hashable {
        public var id: String
        public var label: String

        public init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    public var title: String
    public var options: [Option]
    /// Whether more than one may be chosen.
    public var several: Bool

    public init(title: String, options: [Option], several: Bool = false) {
        self.title = title
        self.options = options
        self.several = several
    }
}

extension AgentMessage {
    /// The kind of the message, as in requests.
    public var word: String {
        switch self {
        case .choices: "choices"
        case .question: "question"
        case .link: "link"
        case .file: "file"
        }
    }
}

extension AgentAct: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .send(let message): return ["send": message.json]
        case .note(let text): return ["note": .string(text)]
        case .take: return ["take": true]
        case .release: return ["release": true]
        case .assign(let name): return ["assign": .string(name)]
        case .transfer(let transfer):
            var object: JSONObject = ["transfer": .string(transfer.queue)]
            object.set("note", transfer.note.map { .string($0) })
            if transfer.mayWait { object["may_wait"] = true }
            return .object(object)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let message = json["send"] {
            self = .send(try AgentMessage(json: message))
        } else if let queue = json["transfer"]?.string {
            self = .transfer(
                QueueTransfer(
                    queue: queue, note: json["note"]?.string, mayWait: json["may_wait"]?.bool ?? false))
        } else if let text = json["note"]?.string {
            self = .note(text)
        } else if json["take"] != nil {
            self = .take
        } else if json["release"] != nil {
            self = .release
        } else {
            self = .assign(to: try json.string("assign"))
        }
    }
}

extension AgentMessage: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .choices(let choices): return ["choices": choices.json]
        case .question(let flow, let step): return ["question": ["flow": .string(flow), "step": .string(step)]]
        case .link(let link):
            var object: JSONObject = ["address": .string(link.address)]
            object.set("title", link.title.map { .string($0) })
            return ["link": .object(object)]
        case .file(let file): return ["file": ["id": .string(file.id), "name": .string(file.name)]]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let choices = json["choices"] {
            self = .choices(try AgentChoices(json: choices))
        } else if let question = json["question"] {
            self = .question(flow: try question.string("flow"), step: try question.string("step"))
        } else if let link = json["link"] {
            self = .link(LinkCard(address: try link.string("address"), title: link["title"]?.string))
        } else {
            let file = try json.required("file")
            self = .file(AgentFile(id: try file.string("id"), name: try file.string("name")))
        }
    }
}

extension AgentChoices: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "title": .string(title),
            "options": .array(options.map { ["id": .string($0.id), "label": .string($0.label)] }),
        ]
        if several { object["several"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        var options: [Option] = []
        for option in try json.array("options") {
            options.append(Option(id: try option.string("id"), label: try option.string("label")))
        }
        self.init(title: try json.string("title"), options: options, several: json["several"]?.bool ?? false)
    }
}
