public import JSON

extension AskedSignIn: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["provider": .string(provider)]
        if !scope.isEmpty { object["scope"] = .array(scope.map { .string($0) }) }
        object.set("extra", extra)
        object["link"] = .string(linkWords)
        object["digits"] = .string(digitsWords)
        if asksCode { object["code"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            provider: try json.string("provider"), scope: json["scope"]?.array?.compactMap(\.string) ?? [],
            extra: try json.list("extra"), linkWords: try json.string("link"),
            digitsWords: json["digits"]?.string ?? "", asksCode: json["code"]?.bool ?? false)
    }
}

extension AskedApp: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["app": .string(app)]
        object.set("data", data)
        if !isLive { object["live"] = false }
        object.set("web", web.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            app: try json.string("app"), data: try json.list("data"), isLive: json["live"]?.bool ?? true,
            web: json["web"]?.string)
    }
}

extension AskedPay: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "merchant": .string(merchant), "business": .string(business), "sheet": sheet.json,
        ]
        if !contact.isEmpty { object["contact"] = .array(contact.map { .string($0.rawValue) }) }
        if !billing.isEmpty { object["billing"] = .array(billing.map { .string($0.rawValue) }) }
        if !countries.isEmpty { object["countries"] = .array(countries.map { .string($0) }) }
        object.set("recalculate", recalculate.map { .string($0) })
        object.set("track", track.map { .string($0) })
        object.set("page", page.map { .string($0) })
        object.set("poll", poll.map { .string($0) })
        object["link"] = .string(linkWords)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            merchant: try json.string("merchant"), business: try json.string("business"),
            sheet: try PaySheet(json: try json.required("sheet")), contact: Self.fields(json["contact"]),
            billing: Self.fields(json["billing"]), countries: json["countries"]?.array?.compactMap(\.string) ?? [],
            recalculate: json["recalculate"]?.string, track: json["track"]?.string,
            page: json["page"]?.string, poll: json["poll"]?.string,
            linkWords: try json.string("link"))
    }

    private static func fields(_ json: JSONValue?) -> [ContactField] {
        json?.array?.compactMap { $0.string.flatMap(ContactField.init) } ?? []
    }
}

extension NamedText: JSONRepresentable {
    public var json: JSONValue { ["name": .string(name), "text": .string(text)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try json.string("name"), try json.string("text"))
    }
}
