public import Foundation
public import JSON

/// Takes from a serializer what a part says. What says nothing is not written: no text, no list, no object without members.
public struct PartWriter {
    private(set) var properties: JSONObject
    private(set) var messages: [MessageChild] = []
    private(set) var data: [(role: String, data: PartData)] = []

    init() { properties = [:] }

    public mutating func set(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { properties[name] = .string(text) }
    }

    public mutating func set(_ name: String, _ number: Int?) { properties.set(name, number.map { .int($0) }) }

    public mutating func set(_ name: String, _ number: Decimal?) {
        properties.set(name, number.map { .number(JSONNumber($0)) })
    }

    /// A flag that is written only when it is on.
    public mutating func set(_ name: String, _ isOn: Bool) { if isOn { properties[name] = true } }

    public mutating func set(_ name: String, _ list: [JSONValue]) {
        if !list.isEmpty { properties[name] = .array(list) }
    }

    public mutating func set(_ name: String, _ object: JSONObject) {
        if !object.isEmpty { properties[name] = .object(object) }
    }

    /// A message below; it is named by its role.
    public mutating func add(_ role: String, _ message: RichMessage?) {
        if let message { messages.append(MessageChild(role, message)) }
    }

    /// Whatever it is, also a text that says nothing.
    public mutating func set(_ name: String, any value: JSONValue) { properties[name] = value }

    /// Messages below, in their order.
    public mutating func add(_ role: String, _ messages: [RichMessage]) {
        for message in messages { add(role, message) }
    }

    /// Bytes below.
    public mutating func add(_ role: String, _ data: PartData?) { if let data { self.data.append((role, data)) } }
}
