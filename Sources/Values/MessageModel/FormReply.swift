public import JSON

/// A device's reply to a form.
public struct FormReply: Sendable, Hashable {
    /// A page that was filled in; pages that the customer did not visit are absent.
    public struct Page: Sendable, Hashable {
        public var name: String
        public var items: [Item]

        public init(name: String, items: [Item]) {
            self.name = name
            self.items = items
        }
    }

    /// A chosen answer, or typed text.
    public struct Item: Sendable, Hashable {
        /// The id of an answer; for typed text, devices send the page's name.
        public var id: String
        public var value: String
        /// The title that the customer saw.
        public var title: String

        public init(id: String, value: String, title: String = "") {
            self.id = id
            self.value = value
            self.title = title
        }

        /// Human-readable text: what the customer saw, else the value, else the id.
        public var words: String { [title, value].first { !$0.isEmpty } ?? id }
    }

    /// The request identifier of the question; `nil` when the device did not return it.
    public var question: String?
    /// The channel's own identifier of the bubble.
    public var bubble: String?
    public var pages: [Page]
    /// Whether the customer dismissed the form.
    public var isCancelled: Bool

    public init(question: String?, pages: [Page], isCancelled: Bool = false, bubble: String? = nil) {
        self.question = question
        self.bubble = bubble
        self.pages = pages
        self.isCancelled = isCancelled
    }

    /// Equal for equal replies, so that duplicates are recognised; reveals nothing of the answers.
    public var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // FNV-1a, 64 bits.
        for byte in json.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "form " + String(hash, radix: 16)
    }
}

extension FormReply: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("question", question.map { .string($0) })
        object.set("bubble", bubble.map { .string($0) })
        object["pages"] = .array(pages.map(\.json))
        if isCancelled { object["cancelled"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: json["question"]?.string, pages: try json.list("pages"),
            isCancelled: json["cancelled"]?.bool ?? false, bubble: json["bubble"]?.string)
    }
}

extension FormReply.Page: JSONRepresentable {
    public var json: JSONValue { ["page": .string(name), "items": .array(items.map(\.json))] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.string("page"), items: try json.list("items"))
    }
}

extension FormReply.Item: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "value": .string(value)]
        if !title.isEmpty { object["title"] = .string(title) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.string("id"), value: try json.string("value"), title: json["title"]?.string ?? "")
    }
}
