public import Expressions
public import JSON

/// A slot that a customer has taken: the answer to a question with `places`.
public struct SlotBooking: Sendable, Hashable {
    public var id: String
    public var calendar: String
    /// The question that took it.
    public var flow: String
    public var step: String
    /// The name of its answer.
    public var name: String
    public var start: Moment
    public var end: Moment
    /// How many customers can have the slot.
    public var places: Int
    /// When it is given back unless the conversation has ended; `nil` keeps it.
    public var until: Moment?
    /// Whether the conversation that took it has ended.
    public var isSettled = false

    public init(
        id: String, calendar: String, flow: String, step: String, name: String, start: Moment, end: Moment, places: Int,
        until: Moment? = nil, isSettled: Bool = false
    ) {
        self.id = id
        self.calendar = calendar
        self.flow = flow
        self.step = step
        self.name = name
        self.start = start
        self.end = end
        self.places = places
        self.until = until
        self.isSettled = isSettled
    }
}

extension SlotBooking: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "calendar": .string(calendar), "flow": .string(flow), "step": .string(step),
            "name": .string(name), "start": .int(start.milliseconds), "end": .int(end.milliseconds),
            "places": .int(places),
        ]
        object.set("until", until.map { .int($0.milliseconds) })
        if isSettled { object["settled"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), calendar: try json.string("calendar"), flow: try json.string("flow"),
            step: try json.string("step"), name: try json.string("name"),
            start: Moment(milliseconds: try json.int("start")), end: Moment(milliseconds: try json.int("end")),
            places: try json.int("places"), until: json["until"]?.int.map { Moment(milliseconds: $0) },
            isSettled: json["settled"]?.bool ?? false)
    }
}

/// A time that a customer has taken in a calendar.
public struct TakenTime: Sendable, Hashable {
    public var start: Moment
    public var end: Moment

    public init(start: Moment, end: Moment) {
        self.start = start
        self.end = end
    }

    /// How many of these times overlap each other at most, while a slot lasts.
    public static func most(of times: [TakenTime], during slot: TimeSlot) -> Int {
        let overlapping = times.filter { $0.start < slot.end && slot.start < $0.end || $0.start == slot.start }
        // The count only rises where a time begins.
        let moments = [slot.start] + overlapping.map(\.start).filter { $0 > slot.start }
        return moments.map { moment in
            overlapping.count { $0.start <= moment && (moment < $0.end || $0.start == moment) }
        }
        .max() ?? 0
    }
}

/// The times that others have taken in a calendar.
public struct CalendarTimes: Sendable, Hashable {
    public var calendar: String
    public var times: [TakenTime]

    public init(calendar: String, times: [TakenTime]) {
        self.calendar = calendar
        self.times = times
    }
}

extension CalendarTimes: JSONRepresentable {
    public var json: JSONValue {
        let moments = times.flatMap { [JSONValue.int($0.start.milliseconds), .int($0.end.milliseconds)] }
        return ["calendar": .string(calendar), "times": .array(moments)]
    }

    public init(json: JSONValue) throws(JSONError) {
        let moments = (json["times"]?.array ?? []).compactMap(\.int).map { Moment(milliseconds: $0) }
        self.init(
            calendar: try json.string("calendar"),
            times: stride(from: 0, to: moments.count - 1, by: 2).map {
                TakenTime(start: moments[$0], end: moments[$0 + 1])
            })
    }
}
