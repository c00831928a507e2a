public import Foundation
public import JSON

/// Receives the content of a part from a serializer. Empty values are not written: no empty text, list or object.
public struct PartWriter {
    private(set) var properties: JSONObject
    private(set) var messages: [MessageChild] = []
    private(set) var data: [(role: String, data: PartData)] = []

    init() { properties = [:] }

    /// Sets `name` to a text, unless it is empty.
    public mutating func set(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { properties[name] = .string(text) }
    }

    /// Sets `name` to an integer.
    public mutating func set(_ name: String, _ number: Int?) { properties.set(name, number.map { .int($0) }) }

    /// Sets `name` to a number.
    public mutating func set(_ name: String, _ number: Decimal?) {
        properties.set(name, number.map { .number(JSONNumber($0)) })
    }

    /// Sets `name` to `true`, or leaves it out.
    public mutating func set(_ name: String, _ isOn: Bool) { if isOn { properties[name] = true } }

    /// Sets `name` to a list, unless it is empty.
    public mutating func set(_ name: String, _ list: [JSONValue]) {
        if !list.isEmpty { properties[name] = .array(list) }
    }

    /// Sets `name` to an object, unless it is empty.
    public mutating func set(_ name: String, _ object: JSONObject) {
        if !object.isEmpty { properties[name] = .object(object) }
    }

    /// Adds a nested message under a role.
    public mutating func add(_ role: String, _ message: RichMessage?) {
        if let message { messages.append(MessageChild(role, message)) }
    }

    /// Sets `name` to any value, including empty ones.
    public mutating func set(_ name: String, any value: JSONValue) { properties[name] = value }

    /// Adds nested messages under a role, in order.
    public mutating func add(_ role: String, _ messages: [RichMessage]) {
        for message in messages { add(role, message) }
    }

    /// Adds data under a role.
    public mutating func add(_ role: String, _ data: PartData?) { if let data { self.data.append((role, data)) } }
}
