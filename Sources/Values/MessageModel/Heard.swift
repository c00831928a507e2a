public import Expressions
public import JSON

/// A customer's message: typed text, a choice in a bubble, or something they sent.
public enum Heard: Sendable, Hashable {
    case text(String)
    case choice(Selection)
    /// A sign-in has ended.
    case signIn(SignInReply)
    /// A payment sheet was closed.
    case pay(PayReply)
    /// An iMessage app has answered.
    case app(AppReply)
    /// The files of one message and their caption; without one, the text is empty.
    case files([HeardFile], text: String)
    /// A place that was shared as a location.
    indirect case place(PlaceValue)
    case form(FormReply)
    case unreadable(UnreadableReply)
}

extension Heard {
    /// The text of the message: a text itself, or the caption of files; `nil` where there is none.
    public var text: String? {
        switch self {
        case .text(let text): text
        case .files(_, let text): text.allSatisfy(\.isWhitespace) ? nil : text
        case .choice, .place, .form, .signIn, .pay, .app, .unreadable: nil
        }
    }

    /// The request identifier of the question that the message answers; `nil` for messages that are not a reply to a
    /// bubble, and when the device did not return it.
    public var question: String? {
        switch self {
        case .choice(let selection): selection.question
        case .form(let reply): reply.question
        case .signIn(let reply): reply.question
        case .pay(let reply): reply.question
        case .app(let reply): reply.question
        case .unreadable(let reply): reply.question
        case .text, .files, .place: nil
        }
    }

    /// Whether it is a reply to a bubble.
    public var isReply: Bool {
        switch self {
        case .choice, .form, .signIn, .pay, .app, .unreadable: true
        case .text, .files, .place: false
        }
    }
}

/// A choice in the bubble of a question, as the device sent it.
public struct Selection: Sendable, Hashable {
    /// A section of a list in the reply, and the ids in it.
    public struct Group: Sendable, Hashable {
        public var title: String
        public var ids: [String]

        public init(title: String, ids: [String]) {
            self.title = title
            self.ids = ids
        }
    }

    /// The request identifier of the question; `nil` when the device did not return it.
    public var question: String?
    /// The channel's own identifier of the bubble; distinguishes bubbles when the question was not returned.
    public var bubble: String?
    /// The returned items. Some devices send only the chosen ones, others the chosen ones and the rest in two groups.
    public var groups: [Group]
    /// The title of the reply's bubble, which devices set to the choice.
    public var title: String?
    /// The start of a time whose id was not returned.
    public var start: Moment?
    /// For a quick reply without a returned id: the index, from 0, of the answer among those sent.
    public var index: Int?

    public init(
        question: String?, groups: [Group], title: String? = nil, start: Moment? = nil, bubble: String? = nil,
        index: Int? = nil
    ) {
        self.question = question
        self.bubble = bubble
        self.groups = groups
        self.title = title
        self.start = start
        self.index = index
    }

    /// A choice with only these ids.
    public init(
        question: String?, ids: [String], title: String? = nil, start: Moment? = nil, bubble: String? = nil
    ) {
        self.init(question: question, groups: [Group(title: "", ids: ids)], title: title, start: start, bubble: bubble)
    }

    /// Equal for equal choices, so that a repeated tap is recognised.
    public var fingerprint: String {
        let ids = groups.map { $0.ids.sorted().joined(separator: "\u{1F}") }.joined(separator: "\u{1E}")
        guard ids.isEmpty else { return ids }
        return start.map { "at \($0.milliseconds)" } ?? index.map { "number \($0)" } ?? title ?? ""
    }
}

extension Heard: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            switch self {
            case .text(let text): json.set("text", text)
            case .choice(let selection): json.set("choice", selection)
            case .signIn(let reply): json.set("sign_in", reply)
            case .pay(let reply): json.set("pay", reply)
            case .app(let reply): json.set("app", reply)
            case .files(let files, let text):
                json.set("files", list: files)
                if !text.isEmpty { json.set("words", text) }
            case .place(let place): json.set("place", place)
            case .form(let reply): json.set("form", reply)
            case .unreadable(let reply): json.set("unreadable", reply)
            }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let text = json["text"]?.string {
            self = .text(text)
        } else if let reply = json["sign_in"] {
            self = .signIn(try SignInReply(json: reply))
        } else if let reply = json["pay"] {
            self = .pay(try PayReply(json: reply))
        } else if let reply = json["app"] {
            self = .app(try AppReply(json: reply))
        } else if json["files"] != nil {
            self = .files(try json.list("files"), text: json["words"]?.string ?? "")
        } else if let place = json["place"] {
            self = .place(try PlaceValue(json: place))
        } else if let reply = json["form"] {
            self = .form(try FormReply(json: reply))
        } else if let reply = json["unreadable"] {
            self = .unreadable(try UnreadableReply(json: reply))
        } else {
            self = .choice(try Selection(json: try json.required("choice")))
        }
    }
}

extension Selection: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("question", question)
            json.set("groups", list: groups)
            json.set("title", title)
            json.set("start", start?.milliseconds)
            json.set("bubble", bubble)
            json.set("index", index)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: json["question"]?.string, groups: try json.list("groups"), title: json["title"]?.string,
            start: json["start"]?.int.map { Moment(milliseconds: $0) }, bubble: json["bubble"]?.string,
            index: json["index"]?.int)
    }
}

extension Selection.Group: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("title", title)
            json.set("ids", texts: ids)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(title: try json.string("title"), ids: try json.array("ids").compactMap(\.string))
    }
}
