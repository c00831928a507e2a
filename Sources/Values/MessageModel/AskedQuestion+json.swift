import Expressions
public import JSON

extension AskedQuestion: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("prompt", prompt)
            json.set("bubble", bubble)
            if hasOwnTitle { json.set("own_title", true) }
            switch kind {
            case .choice(let choice): json.set("choice", choice)
            case .times(let times): json.set("times", times)
            case .text(let text): json.set("text", text)
            case .number(let number): json.set("number", number)
            case .money(let money): json.set("money", money)
            case .date(let date): json.set("date", date)
            case .signIn(let signIn): json.set("sign_in", signIn)
            case .pay(let pay): json.set("pay", pay)
            case .app(let app): json.set("app", app)
            case .photo(let photo): json.set("photo", photo)
            case .file(let file): json.set("file", file)
            case .place(let place): json.set("place", place)
            case .form(let form): json.set("form", form)
            }
            json.set("skip", skipWord)
            if isExact { json.set("exact", true) }
        }
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

extension AskedChoice: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("style", style.rawValue)
            json.set("options", list: options)
            if several {
                json.set("several", true)
                json.set("at_least", atLeast)
                json.set("at_most", atMost)
                json.set("number_hint", numberHint)
            }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            style: Style(rawValue: try json.string("style")) ?? .automatic, options: try json.list("options"),
            several: json["several"]?.bool ?? false, atLeast: json["at_least"]?.int ?? 1, atMost: json["at_most"]?.int,
            numberHint: json["number_hint"]?.string ?? "")
    }
}

extension AskedChoice.Option: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("choice", choice)
            json.set("image", image)
            json.set("section", section)
            if isOneOfSection { json.set("one", true) }
            json.set("item", item)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            choice: try Choice(json: try json.required("choice")), image: try json.optional("image"),
            section: json["section"]?.string, isOneOfSection: json["one"]?.bool ?? false, item: try json.int("item"))
    }
}

extension AskedTimes: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("title", title)
            json.set("place", place)
            json.set("offset", offset)
            json.set("image", image)
            json.set("slots", list: slots)
            json.set("beside", unlessEmpty: beside)
            if !besidePrompt.isEmpty { json.set("or", besidePrompt) }
            json.set("earlier", unlessEmpty: earlier)
        }
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

extension AskedTimes.Beside: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("label", label)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.string("id"), label: try json.string("label"))
    }
}

extension AskedTimes.Slot: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("slot", slot)
            json.set("day", day)
            json.set("time", time)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            slot: try TimesMessage.Slot(json: try json.required("slot")), day: json["day"]?.string,
            time: json["time"]?.string)
    }
}

extension AskedText: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("kind", kind)
            json.set("at_least", atLeast)
            json.set("at_most", atMost)
            json.set("matches", matches)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            kind: try json.string("kind"), atLeast: try json.int("at_least"), atMost: try json.int("at_most"),
            matches: json["matches"]?.string)
    }
}
