import Expressions
public import JSON

extension AskedQuestion: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "prompt": .string(prompt), "bubble": bubble.json]
        if hasOwnTitle { object["own_title"] = true }
        switch kind {
        case .choice(let choice): object["choice"] = choice.json
        case .times(let times): object["times"] = times.json
        case .text(let text): object["text"] = text.json
        case .number(let number): object["number"] = number.json
        case .money(let money): object["money"] = money.json
        case .date(let date): object["date"] = date.json
        case .signIn(let signIn): object["sign_in"] = signIn.json
        case .pay(let pay): object["pay"] = pay.json
        case .app(let app): object["app"] = app.json
        case .photo(let photo): object["photo"] = photo.json
        case .file(let file): object["file"] = file.json
        case .place(let place): object["place"] = place.json
        case .form(let form): object["form"] = form.json
        }
        object.set("skip", skipWord.map { .string($0) })
        if isExact { object["exact"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        let kind: Kind
        if let content = json["choice"] {
            kind = .choice(try AskedChoice(json: content))
        } else if let content = json["times"] {
            kind = .times(try AskedTimes(json: content))
        } else if let content = json["number"] {
            kind = .number(try AskedNumber(json: content))
        } else if let content = json["money"] {
            kind = .money(try AskedMoney(json: content))
        } else if let content = json["date"] {
            kind = .date(try AskedDate(json: content))
        } else if let content = json["sign_in"] {
            kind = .signIn(try AskedSignIn(json: content))
        } else if let content = json["pay"] {
            kind = .pay(try AskedPay(json: content))
        } else if let content = json["app"] {
            kind = .app(try AskedApp(json: content))
        } else if let content = json["photo"] {
            kind = .photo(try AskedPhoto(json: content))
        } else if let content = json["file"] {
            kind = .file(try AskedFile(json: content))
        } else if let content = json["place"] {
            kind = .place(try AskedPlace(json: content))
        } else if let content = json["form"] {
            kind = .form(try AskedForm(json: content))
        } else {
            kind = .text(try AskedText(json: try json.required("text")))
        }
        self.init(
            id: try json.string("id"), prompt: try json.string("prompt"),
            bubble: try MessageBubble(json: try json.required("bubble")), hasOwnTitle: json["own_title"]?.bool ?? false,
            kind: kind, skipWord: json["skip"]?.string)
        isExact = json["exact"]?.bool ?? false
    }
}

extension AskedChoice: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["style": .string(style.rawValue), "options": .array(options.map(\.json))]
        if several {
            object["several"] = true
            object["at_least"] = .int(atLeast)
            object.set("at_most", atMost.map { .int($0) })
            object["number_hint"] = .string(numberHint)
        }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            style: Style(rawValue: try json.string("style")) ?? .automatic, options: try json.list("options"),
            several: json["several"]?.bool ?? false, atLeast: json["at_least"]?.int ?? 1, atMost: json["at_most"]?.int,
            numberHint: json["number_hint"]?.string ?? "")
    }
}

extension AskedChoice.Option: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["choice": choice.json]
        object.set("image", image?.json)
        object.set("section", section.map { .string($0) })
        if isOneOfSection { object["one"] = true }
        object["item"] = .int(item)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            choice: try Choice(json: try json.required("choice")), image: try json.optional("image"),
            section: json["section"]?.string, isOneOfSection: json["one"]?.bool ?? false, item: try json.int("item"))
    }
}

extension AskedTimes: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["title": .string(title)]
        object.set("place", place?.json)
        object.set("offset", offset.map { .int($0) })
        object.set("image", image?.json)
        object["slots"] = .array(slots.map(\.json))
        object.set("beside", beside)
        if !besidePrompt.isEmpty { object["or"] = .string(besidePrompt) }
        object.set("earlier", earlier)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            title: try json.string("title"), place: try json.optional("place"), offset: json["offset"]?.int,
            image: try json.optional("image"), slots: try json.list("slots"))
        beside = try json.list("beside")
        besidePrompt = json["or"]?.string ?? ""
        earlier = try json.list("earlier")
    }
}

extension AskedTimes.Beside: JSONRepresentable {
    public var json: JSONValue { ["id": .string(id), "label": .string(label)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.string("id"), label: try json.string("label"))
    }
}

extension AskedTimes.Slot: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["slot": slot.json]
        object.set("day", day.map { .string($0) })
        object.set("time", time.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            slot: try TimesMessage.Slot(json: try json.required("slot")), day: json["day"]?.string,
            time: json["time"]?.string)
    }
}

extension AskedText: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind), "at_least": .int(atLeast), "at_most": .int(atMost)]
        object.set("matches", matches.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            kind: try json.string("kind"), atLeast: try json.int("at_least"), atMost: try json.int("at_most"),
            matches: json["matches"]?.string)
    }
}
