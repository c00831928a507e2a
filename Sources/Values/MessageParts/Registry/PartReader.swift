import Expressions
public import Foundation
public import JSON

/// Gives a serializer access to the content of a part: the members of its body, and the parts below it.
///
/// Members are found under their `snake_case`, `kebab-case` and `camelCase` names. A member of the wrong type counts as
/// missing, as with other readers of such messages, and is recorded as a remark.
public struct PartReader {
    /// The part that is read, with those below it.
    public let node: PartNode
    private let registry: TypeRegistry
    private let properties: JSONObject
    private var known: Set<String> = []
    /// The members that were requested, by their standard names.
    private(set) var asked: [String] = []
    private var claimed: Set<Int> = []
    /// What could not be used; each remark names the member.
    public private(set) var remarks: [String] = []

    init(_ node: PartNode, properties: JSONObject, registry: TypeRegistry) {
        self.node = node
        self.properties = properties
        self.registry = registry
    }

    // Members of the body.

    /// The string `name`.
    public mutating func text(_ name: String) -> String? { value(name, "a text", \.string) }
    /// The integer `name`.
    public mutating func whole(_ name: String) -> Int? { value(name, "a whole number", \.int) }
    /// The Boolean `name`.
    public mutating func flag(_ name: String) -> Bool? { value(name, "true or false", \.bool) }
    /// The object `name`.
    public mutating func object(_ name: String) -> JSONObject? { value(name, "an object", \.object) }
    /// The list `name`, up to the limit of 1,000 items; empty when it is missing.
    public mutating func list(_ name: String) -> [JSONValue] {
        let list = value(name, "a list", \.array) ?? []
        guard list.count > PartLimits.items else { return list }
        remarks.append("`\(name)` has more than \(PartLimits.items) items; the rest is ignored")
        return Array(list.prefix(PartLimits.items))
    }
    /// The strings in the list `name`; other items are left out.
    public mutating func texts(_ name: String) -> [String] { list(name).compactMap(\.string) }

    /// The number `name`, with all its digits.
    public mutating func number(_ name: String) -> Decimal? { value(name, "a number") { $0.number?.decimal } }

    /// The value of `name`, of any type; `nil` when it is missing or null.
    public mutating func any(_ name: String) -> JSONValue? {
        asked.append(name)
        for spelling in [name, name.replacing("_", with: "-"), name.camelCased] {
            known.insert(spelling)
            if let value = properties[spelling], !value.isNull { return value }
        }
        return nil
    }

    /// Records a remark about content that could not be used; the text names the member.
    public mutating func remark(_ text: String) { remarks.append(text) }

    /// The number `name` within `range`; any other is recorded as a remark and counts as missing.
    mutating func number(_ name: String, in range: ClosedRange<Decimal>) -> Decimal? {
        guard let number = number(name) else { return nil }
        if range.contains(number) { return number }
        remark("`\(name)` is \(number), not \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The integer `name` within `range`; any other is recorded as a remark and counts as missing.
    mutating func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = whole(name) else { return nil }
        if range.contains(number) { return number }
        remark("`\(name)` is \(number), not \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The ISO 8601 date or time `name`; any other text is recorded as a remark and returned unchanged.
    mutating func date(_ name: String) -> String? {
        guard let text = text(name).nonEmpty else { return nil }
        if Moment(iso: text) == nil, CalendarDate(iso: text) == nil {
            remark("`\(name)` is not a date of ISO 8601, such as 2026-11-24T10:00:00Z")
        }
        return text
    }

    /// Records a remark when neither data nor an address for it is present.
    mutating func expectSource(_ source: PartData?, _ address: String?) {
        if source == nil, address == nil { remark("it has neither a part `source` nor `source_url`") }
        if source != nil, address != nil { remark("it has both `source_url` and a part `source`; the part is used") }
    }

    private mutating func value<Wanted>(
        _ name: String, _ kind: String, _ wanted: (JSONValue) -> Wanted?
    ) -> Wanted? {
        guard let value = any(name) else { return nil }
        let found = wanted(value)
        if found == nil { remarks.append("`\(name)` is not \(kind)") }
        return found
    }

    /// Members that have not been requested.
    var unknown: JSONObject { JSONObject(properties.filter { !known.contains($0.key) }.map { ($0.key, $0.value) }) }

    // Nested parts.

    /// The messages with one of these roles; alternative names of one role are listed newest first.
    ///
    /// - Throws: `PartsProblem` when one of them cannot be read.
    public mutating func messages(_ roles: String...) throws(PartsProblem) -> [RichMessage] {
        var messages: [RichMessage] = []
        for child in node.children where child.role.map(roles.contains) ?? false {
            claimed.insert(child.index)
            messages.append(try registry.message(child, &remarks))
        }
        return messages
    }

    /// The first message with one of these roles.
    ///
    /// - Throws: `PartsProblem` when it cannot be read.
    public mutating func message(_ roles: String...) throws(PartsProblem) -> RichMessage? {
        guard let child = node.children.first(where: { $0.role.map(roles.contains) ?? false }) else { return nil }
        claimed.insert(child.index)
        return try registry.message(child, &remarks)
    }

    /// The data with this role; the first to arrive if there are several.
    public mutating func data(_ role: String) -> PartData? {
        guard let child = node.children.filter({ $0.role == role }).min(by: { $0.index < $1.index }) else { return nil }
        claimed.insert(child.index)
        return PartData(child)
    }

    /// The nested messages that have not been requested.
    mutating func others(except roles: Set<String>) throws(PartsProblem) -> [MessageChild] {
        var others: [MessageChild] = []
        for child in node.children where !claimed.contains(child.index) && !roles.contains(child.role ?? "") {
            others.append(MessageChild(child.role ?? "", try registry.message(child, &remarks)))
        }
        return others
    }
}

extension String {
    /// `image_url` as `imageUrl`.
    fileprivate var camelCased: String {
        let words = split(separator: "_")
        return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
