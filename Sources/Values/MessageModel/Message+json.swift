import Expressions
public import JSON

/// The stored form: an object with one member that names the kind.
extension Message: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            switch self {
            case .text(let text): json.set("text", text)
            case .prompt(let message): json.set("prompt", message)
            case .buttons(let message): json.set("buttons", message)
            case .list(let message): json.set("list", message)
            case .times(let message): json.set("times", message)
            case .signIn(let message): json.set("sign_in", message)
            case .pay(let message): json.set("pay", message)
            case .app(let message): json.set("app", message)
            case .link(let message): json.set("link", message)
            case .form(let message): json.set("form", message)
            case .card(let card): json.set("card", card)
            }
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

extension ButtonsMessage: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("question", question)
            json.set("summary", summary)
            json.set("items", list: items)
            if !overlay.isEmpty { json.set("overlay", json: .object(overlay)) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), summary: try json.string("summary"), items: try json.list("items"),
            overlay: json["overlay"]?.object ?? [:])
    }
}

extension ButtonsMessage.Item: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("title", title)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.string("id"), title: try json.string("title"))
    }
}

extension ListMessage: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("question", question)
            json.set("bubble", bubble)
            json.set("sections", list: sections)
            if several { json.set("several", true) }
            if areCards { json.set("cards", true) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            sections: try json.list("sections"), several: json["several"]?.bool ?? false,
            areCards: json["cards"]?.bool ?? false)
    }
}

extension ListMessage.Section: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("title", title)
            json.set("items", list: items)
            if takesOne { json.set("one", true) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: try json.string("title"), items: try json.list("items"), takesOne: json["one"]?.bool ?? false)
    }
}

extension ListMessage.Item: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("title", title)
            json.set("note", note)
            json.set("image", image)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), title: try json.string("title"), note: json["note"]?.string,
            image: try json.optional("image"))
    }
}

extension TimesMessage: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("question", question)
            json.set("bubble", bubble)
            json.set("title", title)
            json.set("place", place)
            json.set("offset", offset)
            json.set("image", image)
            json.set("slots", list: slots)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            title: try json.string("title"), place: try json.optional("place"),
            offset: json["offset"]?.int.flatMap { Self.offsets.contains($0) ? $0 : nil },
            image: try json.optional("image"), slots: try json.list("slots"))
    }
}

extension TimesMessage.Slot: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("start", start.milliseconds)
            json.set("length", duration.milliseconds)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), start: Moment(milliseconds: try json.int("start")),
            duration: .milliseconds(try json.int("length")))
    }
}

extension MessageBubble: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("title", title)
            json.set("note", note)
            json.set("size", size.rawValue)
            json.set("image", image)
            json.set("reply", reply)
            json.set("around", around)
            if !overlay.isEmpty { json.set("overlay", json: .object(overlay)) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: try json.string("title"), note: try json.string("note"), image: try json.optional("image"),
            size: Size(rawValue: try json.string("size")) ?? .icon, reply: try json.string("reply"),
            around: try json.optional("around"), overlay: json["overlay"]?.object ?? [:])
    }
}

extension MessageBubble.AppTexts: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("right", right)
            json.set("right_note", rightNote)
            json.set("image_title", imageTitle)
            json.set("image_note", imageNote)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            right: json["right"]?.string, rightNote: json["right_note"]?.string,
            imageTitle: json["image_title"]?.string, imageNote: json["image_note"]?.string)
    }
}

extension Picture: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("source", source)
            json.set("alt", alt)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(source: try json.string("source"), alt: json["alt"]?.string)
    }
}

extension MessagePlace: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("name", name)
            json.set("latitude", json: latitude.map { .number(JSONNumber($0)) })
            json.set("longitude", json: longitude.map { .number(JSONNumber($0)) })
            json.set("radius", json: radius.map { .number(JSONNumber($0)) })
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            name: try json.string("name"), latitude: json["latitude"]?.number?.double,
            longitude: json["longitude"]?.number?.double, radius: json["radius"]?.number?.double)
    }
}
