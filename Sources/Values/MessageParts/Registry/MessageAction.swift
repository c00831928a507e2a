public import JSON

/// What a tap on a message does: an event, and what goes with it.
public struct MessageAction: Sendable, Hashable {
    public var event: String?
    public var data: JSONObject

    public init(event: String? = nil, data: JSONObject = [:]) {
        self.event = event
        self.data = data
    }

    /// The address that a tap opens; `nil` where it opens none, or only the page around the chat knows what it does.
    public var address: String? {
        switch event {
        case "open-url", "open-file": data["url"]?.string
        case "open-map": LocationContent.mapAddress(of: data)
        default: nil
        }
    }

    /// The event, where it is none that this page knows.
    public var siteEvent: String? {
        event.flatMap { Self.ownEvents.contains($0) ? nil : $0 }
    }

    private static let ownEvents: Set = [
        "open-url", "open-map", "open-file", "layer-open-expanded-view", "layer-choice-select",
    ]

    public var isEmpty: Bool { event == nil && data.isEmpty }

    var json: JSONValue {
        var object = JSONObject()
        object.set("event", event.map { .string($0) })
        if !data.isEmpty { object["data"] = .object(data) }
        return .object(object)
    }

    init(json: JSONValue?) {
        event = json?["event"]?.string.nonEmpty
        let data = json?["data"]?.object ?? [:]
        self.data = data.count > PartLimits.members ? [:] : data
    }
}

extension RichMessage {
    /// What a tap does in the end. The message's own event counts before that of the message around it, and that before the
    /// usual one of its type; of the data each member is taken from the first that has it.
    ///
    /// - Parameter inherited: what the message around it says itself; a carousel and buttons hand it to what is in them.
    public func effectiveAction(inheriting inherited: MessageAction = MessageAction()) -> MessageAction {
        var effective = action
        effective.event = action.event ?? inherited.event ?? content.event
        fill(&effective.data, from: inherited.data)
        if let event = effective.event { fill(&effective.data, from: content.data(for: event)) }
        return effective
    }

    private func fill(_ data: inout JSONObject, from other: JSONObject) {
        for (key, value) in other where data[key] == nil { data[key] = value }
    }

    /// What messages inside it inherit: only what it says itself, and only those that a carousel or buttons show.
    public func handedDown(to role: String) -> MessageAction {
        role == CarouselContent.itemRole || role == ButtonsContent.contentRole ? action : MessageAction()
    }
}
