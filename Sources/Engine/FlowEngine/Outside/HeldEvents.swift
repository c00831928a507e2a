public import Expressions
public import JSON

/// The events from outside that wait for the end of the customer's conversation, in the order of their arrival.
public struct HeldEvents: Sendable, Hashable {
    public private(set) var all: [HeldEvent]

    /// How many wait at most.
    static let most = 10

    init(_ all: [HeldEvent] = []) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }

    /// Whether one of them has private values.
    var isPrivate: Bool { all.contains(where: \.isPrivate) }

    mutating func add(_ event: HeldEvent) { all.append(event) }

    /// Removes those that have waited too long. Returns them.
    mutating func takeLapsed(at moment: Moment) -> [HeldEvent] {
        let lapsed = all.filter { $0.lapsesAt < moment }
        all.removeAll { $0.lapsesAt < moment }
        return lapsed
    }

    /// Removes the first one.
    mutating func takeFirst() -> OutsideEvent? { all.isEmpty ? nil : all.removeFirst().event }
}

/// An event from outside that waits.
public struct HeldEvent: Sendable, Hashable {
    public var event: OutsideEvent
    /// Until when it waits for the customer to finish.
    public var lapsesAt: Moment
    /// Whether it has private values.
    public var isPrivate: Bool
}

extension HeldEvent: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["event": event.json, "lapses_at": .int(lapsesAt.milliseconds)]
        if isPrivate { object["private"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            event: try OutsideEvent(json: try json.required("event")),
            lapsesAt: Moment(milliseconds: try json.int("lapses_at")), isPrivate: json["private"]?.bool ?? false)
    }
}
