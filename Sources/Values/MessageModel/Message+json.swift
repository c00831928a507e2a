import Expressions
public import JSON

/// The stored form: an object with one member that names the kind.
extension Message: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .text(let text): ["text": .string(text)]
        case .prompt(let message): ["prompt": message.json]
        case .buttons(let message): ["buttons": message.json]
        case .list(let message): ["list": message.json]
        case .times(let message): ["times": message.json]
        case .signIn(let message): ["sign_in": message.json]
        case .pay(let message): ["pay": message.json]
        case .app(let message): ["app": message.json]
        case .link(let message): ["link": message.json]
        case .form(let message): ["form": message.json]
        case .card(let card): ["card": card.json]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let text = json["text"]?.string {
            self = .text(text)
        } else if let content = json["prompt"] {
            self = .prompt(try PromptMessage(json: content))
        } else if let content = json["buttons"] {
            self = .buttons(try ButtonsMessage(json: content))
        } else if let content = json["list"] {
            self = .list(try ListMessage(json: content))
        } else if let content = json["times"] {
            self = .times(try TimesMessage(json: content))
        } else if let content = json["sign_in"] {
            self = .signIn(try SignInMessage(json: content))
        } else if let content = json["pay"] {
            self = .pay(try PayMessage(json: content))
        } else if let content = json["app"] {
            self = .app(try AppMessage(json: content))
        } else if let content = json["link"] {
            self = .link(try LinkMessage(json: content))
        } else if let content = json["form"] {
            self = .form(try FormMessage(json: content))
        } else if let content = json["card"] {
            self = .card(try Card(json: content))
        } else {
            throw JSONError("`\(json.text)` is not a message")
        }
    }
}

extension ButtonsMessage: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "question": .string(question), "summary": .string(summary), "items": .array(items.map(\.json)),
        ]
        if !overlay.isEmpty { object["overlay"] = .object(overlay) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), summary: try json.string("summary"), items: try json.list("items"),
            overlay: json["overlay"]?.object ?? [:])
    }
}

extension ButtonsMessage.Item: JSONRepresentable {
    public var json: JSONValue { ["id": .string(id), "title": .string(title)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.string("id"), title: try json.string("title"))
    }
}

extension ListMessage: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["question": .string(question), "bubble": bubble.json]
        object["sections"] = .array(sections.map(\.json))
        if several { object["several"] = true }
        if areCards { object["cards"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            sections: try json.list("sections"), several: json["several"]?.bool ?? false,
            areCards: json["cards"]?.bool ?? false)
    }
}

extension ListMessage.Section: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["title": .string(title), "items": .array(items.map(\.json))]
        if takesOne { object["one"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: try json.string("title"), items: try json.list("items"), takesOne: json["one"]?.bool ?? false)
    }
}

extension ListMessage.Item: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "title": .string(title)]
        object.set("note", note.map { .string($0) })
        object.set("image", image?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), title: try json.string("title"), note: json["note"]?.string,
            image: try json.optional("image"))
    }
}

extension TimesMessage: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["question": .string(question), "bubble": bubble.json, "title": .string(title)]
        object.set("place", place?.json)
        object.set("offset", offset.map { .int($0) })
        object.set("image", image?.json)
        object["slots"] = .array(slots.map(\.json))
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            title: try json.string("title"), place: try json.optional("place"), offset: json["offset"]?.int,
            image: try json.optional("image"), slots: try json.list("slots"))
    }
}

extension TimesMessage.Slot: JSONRepresentable {
    public var json: JSONValue {
        ["id": .string(id), "start": .int(start.milliseconds), "length": .int(duration.milliseconds)]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), start: Moment(milliseconds: try json.int("start")),
            duration: .milliseconds(try json.int("length")))
    }
}

extension MessageBubble: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["title": .string(title), "note": .string(note), "size": .string(size.rawValue)]
        object.set("image", image?.json)
        object["reply"] = .string(reply)
        object.set("around", around?.json)
        if !overlay.isEmpty { object["overlay"] = .object(overlay) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: try json.string("title"), note: try json.string("note"), image: try json.optional("image"),
            size: Size(rawValue: try json.string("size")) ?? .icon, reply: try json.string("reply"),
            around: try json.optional("around"), overlay: json["overlay"]?.object ?? [:])
    }
}

extension MessageBubble.AppTexts: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("right", right.map { .string($0) })
        object.set("right_note", rightNote.map { .string($0) })
        object.set("image_title", imageTitle.map { .string($0) })
        object.set("image_note", imageNote.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            right: json["right"]?.string, rightNote: json["right_note"]?.string,
            imageTitle: json["image_title"]?.string, imageNote: json["image_note"]?.string)
    }
}

extension Picture: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["source": .string(source)]
        object.set("alt", alt.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(source: try json.string("source"), alt: json["alt"]?.string)
    }
}

extension MessagePlace: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object.set("latitude", latitude.map { .number(JSONNumber($0)) })
        object.set("longitude", longitude.map { .number(JSONNumber($0)) })
        object.set("radius", radius.map { .number(JSONNumber($0)) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            name: try json.string("name"), latitude: json["latitude"]?.number?.double,
            longitude: json["longitude"]?.number?.double, radius: json["radius"]?.number?.double)
    }
}
