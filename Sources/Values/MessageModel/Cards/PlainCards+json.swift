import Foundation
public import JSON

extension TextCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["text": .string(text)]
        object.set("title", text: title)
        object.set("note", text: note)
        object.set("author", text: author)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            text: try json.string("text"), title: json["title"]?.string, note: json["note"]?.string,
            author: json["author"]?.string)
    }
}

extension LinkCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["address": .string(address)]
        object.set("title", text: title)
        object.set("note", text: note)
        object.set("author", text: author)
        object.set("image", image?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            address: try json.string("address"), title: json["title"]?.string, note: json["note"]?.string,
            author: json["author"]?.string, image: try json.optional("image"))
    }
}

extension FileCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["source": .string(source)]
        object.set("title", text: title)
        object.set("author", text: author)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(source: try json.string("source"), title: json["title"]?.string, author: json["author"]?.string)
    }
}

extension ImageCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["picture": picture.json]
        object.set("title", text: title)
        object.set("note", text: note)
        object.set("artist", text: artist)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            picture: try Picture(json: try json.required("picture")), title: json["title"]?.string,
            note: json["note"]?.string, artist: json["artist"]?.string)
    }
}

extension PlaceCard: JSONRepresentable {
    private static var texts: [(String, WritableKeyPath<PlaceCard, String?>)] {
        [
            ("note", \.note), ("street", \.street), ("street2", \.street2), ("city", \.city), ("area", \.area),
            ("postcode", \.postcode), ("country", \.country),
        ]
    }

    public var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object.set("latitude", latitude.map { .number(JSONNumber($0)) })
        object.set("longitude", longitude.map { .number(JSONNumber($0)) })
        object["zoom"] = .int(zoom)
        for (key, path) in Self.texts { object.set(key, text: self[keyPath: path]) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.string("name"))
        latitude = json["latitude"]?.number?.decimal
        longitude = json["longitude"]?.number?.decimal
        zoom = try json.int("zoom")
        for (key, path) in Self.texts { self[keyPath: path] = json[key]?.string }
    }
}

extension JSONObject {
    /// Sets `key` to a text when there is one.
    mutating func set(_ key: String, text: String?) { set(key, text.map { .string($0) }) }
}
