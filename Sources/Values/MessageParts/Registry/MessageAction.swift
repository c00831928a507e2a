public import JSON

/// The effect of a tap on a message: an event, and its data.
public struct MessageAction: Sendable, Hashable {
    /// The name of the event, such as `open-url`; `nil` for the default of the type.
    public var event: String?
    /// The data of the event, such as its `url`.
    public var data: JSONObject

    /// An action with an event and its data.
    public init(event: String? = nil, data: JSONObject = [:]) {
        self.event = event
        self.data = data
    }

    /// The address that a tap opens; `nil` when it opens none, or only the page around the chat handles the event.
    public var address: String? {
        switch event {
        case "open-url", "open-file": data["url"]?.string
        case "open-map": LocationContent.mapAddress(of: data)
        default: nil
        }
    }

    /// The event, when the page around the chat must handle it.
    public var siteEvent: String? {
        event.flatMap { Self.ownEvents.contains($0) ? nil : $0 }
    }

    private static let ownEvents: Set = [
        "open-url", "open-map", "open-file", "layer-open-expanded-view", "layer-choice-select",
    ]

    /// Whether there is neither an event nor data.
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
    /// The resulting effect of a tap. The message's own event takes precedence over that of the surrounding message,
    /// which takes precedence over the default of the type; each member of the data is taken from the first of them
    /// that has it.
    ///
    /// - Parameter inherited: the action of the surrounding message; carousels and buttons pass it to the messages in
    ///   them.
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

    /// The action that nested messages inherit: only the message's own, and only for the contents of a carousel or of
    /// buttons.
    public func handedDown(to role: String) -> MessageAction {
        role == CarouselContent.itemRole || role == ButtonsContent.contentRole ? action : MessageAction()
    }
}
