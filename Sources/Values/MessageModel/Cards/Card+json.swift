import Expressions
public import JSON

/// The stored form: the kind with its content, then the properties of all cards.
extension Card: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [content.kind: content.json, "words": .string(words)]
        object.set("tap", tap?.json)
        if !data.isEmpty { object["data"] = data.json }
        object.set("buttons", buttons)
        if !overlay.isEmpty { object["overlay"] = .object(overlay) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            stored: try Content(json: json), words: try json.string("words"), tap: try json.optional("tap"),
            data: try json.optional("data") ?? Fields(), buttons: try json.list("buttons"),
            overlay: json["overlay"]?.object ?? [:])
    }
}

extension Card.Content {
    /// The word for the kind in the flow language.
    public var kind: String {
        switch self {
        case .text: "text"
        case .link: "link"
        case .file: "file"
        case .image: "image"
        case .place: "place"
        case .status: "status"
        case .product: "product"
        case .receipt: "receipt"
        case .carousel: "carousel"
        case .custom: "card"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): text.json
        case .link(let link): link.json
        case .file(let file): file.json
        case .image(let image): image.json
        case .place(let place): place.json
        case .status(let text): .string(text)
        case .product(let product): product.json
        case .receipt(let receipt): receipt.json
        case .carousel(let cards): .array(cards.map(\.json))
        case .custom(let custom): custom.json
        }
    }

    fileprivate init(json: JSONValue) throws(JSONError) {
        if let text = json["text"] {
            self = .text(try TextCard(json: text))
        } else if let link = json["link"] {
            self = .link(try LinkCard(json: link))
        } else if let file = json["file"] {
            self = .file(try FileCard(json: file))
        } else if let image = json["image"] {
            self = .image(try ImageCard(json: image))
        } else if let place = json["place"] {
            self = .place(try PlaceCard(json: place))
        } else if let status = json["status"]?.string {
            self = .status(status)
        } else if let product = json["product"] {
            self = .product(try ProductCard(json: product))
        } else if let receipt = json["receipt"] {
            self = .receipt(try ReceiptCard(json: receipt))
        } else if json["carousel"] != nil {
            self = .carousel(try json.list("carousel"))
        } else if let custom = json["card"] {
            self = .custom(try OwnCard(json: custom))
        } else {
            throw JSONError("`\(json.text)` is not a card")
        }
    }
}

extension Card.Tap: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .open(let address): ["open": .string(address)]
        case .map: "map"
        case .event(let name): ["event": .string(name)]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if json == "map" {
            self = .map
        } else if let address = json["open"]?.string {
            self = .open(address)
        } else {
            self = .event(try json.string("event"))
        }
    }
}

extension Card.Button: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["label": .string(label), "tap": tap.json]
        if !data.isEmpty { object["data"] = data.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            label: try json.string("label"), tap: try Card.Tap(json: try json.required("tap")),
            data: try json.optional("data") ?? Fields())
    }
}

extension OwnCard: JSONRepresentable {
    public var json: JSONValue {
        ["name": .string(name), "type": .string(type), "data": data.json, "fallback": .string(fallback)]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            name: try json.string("name"), type: try json.string("type"),
            data: try json.optional("data") ?? Fields(), fallback: try json.string("fallback"))
    }
}
