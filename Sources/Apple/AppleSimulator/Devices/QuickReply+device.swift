import JSON

extension QuickReply {
    public var options: [Option] { items }

    var display: JSONObject {
        ["summary": .string(summaryText), "items": .array(items.map(\.json))]
    }

    /// Source: Apple, Interactive Message Types, "Quick Reply Webhook Event". The index is zero-based, as in a
    /// published reply, and all items are returned.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        guard let option = chosen.first, chosen.count == 1, let index = items.firstIndex(of: option) else {
            throw ValidationError("items", "one item of a quick reply is tapped, not \(chosen.count)")
        }
        return [
            "selectedIndex": .int(index), "selectedIdentifier": .string(option.identifier),
            "items": .array(items.map(\.json)),
        ]
    }
}

extension Option {
    var json: JSONValue { ["identifier": .string(identifier), "title": .string(title)] }
}
