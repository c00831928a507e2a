import Expressions
public import JSON

extension AskedForm: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["pages": .array(pages.map(\.json))]
        object.set("intro", intro?.json)
        if hasSummary { object["summary"] = true }
        if isPrivate { object["private"] = true }
        object["send"] = .string(sendWord)
        object["change"] = .string(changeWord)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            pages: try json.list("pages"), intro: try json.optional("intro"),
            hasSummary: json["summary"]?.bool ?? false, isPrivate: json["private"]?.bool ?? false,
            sendWord: try json.string("send"), changeWord: try json.string("change"))
    }
}

extension AskedForm.Intro: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("title", title.map { .string($0) })
        object.set("text", text.map { .string($0) })
        object["button"] = .string(button)
        object.set("image", image?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: json["title"]?.string, text: json["text"]?.string, button: try json.string("button"),
            image: try json.optional("image"))
    }
}

extension AskedForm.Page: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["question": question.json]
        object.set("title", title.map { .string($0) })
        object["next"] = next.json
        if !ways.isEmpty { object["ways"] = .array(ways.map { $0?.json ?? .null }) }
        if field != AskedForm.Field() { object["field"] = field.json }
        object.set("wheel", wheel?.json)
        object.set("days", days?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        var ways: [Target?] = []
        for way in json["ways"]?.array ?? [] { ways.append(way.isNull ? nil : try Target(json: way)) }
        self.init(
            question: try AskedQuestion(json: try json.required("question")), title: json["title"]?.string,
            next: try Target(json: try json.required("next")),
            ways: ways, field: try json.optional("field") ?? AskedForm.Field(), wheel: try json.optional("wheel"),
            days: try json.optional("days"))
    }
}

extension AskedForm.Page.Target: JSONRepresentable {
    /// The page's name, or `send`, which no page can be named.
    public var json: JSONValue {
        switch self {
        case .page(let name): .string(name)
        case .send: "send"
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let name = json.string else { throw JSONError("a page should be named") }
        self = name == "send" ? .send : .page(name)
    }
}

extension AskedForm.Field: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        let texts = [
            ("label", label), ("prefix", prefix), ("example", example), ("hint", hint), ("keyboard", keyboard),
            ("content", content),
        ]
        for (name, text) in texts { object.set(name, text.map { .string($0) }) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            label: json["label"]?.string, prefix: json["prefix"]?.string, example: json["example"]?.string,
            hint: json["hint"]?.string, keyboard: json["keyboard"]?.string, content: json["content"]?.string)
    }
}

extension AskedForm.Wheel: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("label", label.map { .string($0) })
        object.set("preset", preset.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(label: json["label"]?.string, preset: json["preset"]?.string)
    }
}

extension AskedForm.Days: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("first", first.map { .string($0.iso) })
        object.set("last", last.map { .string($0.iso) })
        object.set("preset", preset.map { .string($0.iso) })
        object.set("format", format.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        let day = { (name: String) in json[name]?.string.flatMap { CalendarDate(iso: $0) } }
        self.init(first: day("first"), last: day("last"), preset: day("preset"), format: json["format"]?.string)
    }
}
