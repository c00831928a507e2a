public import Expressions
public import JSON

/// What the conversations of other customers have to do with an event.
///
/// The engine sees one conversation; whatever depends on others comes in with the event, and is kept with it, so that a
/// replay gives the same turn.
public struct SharedState: Sendable, Hashable {
    /// The queues of people in which others wait, or have been answered lately.
    public var queues: [QueueFigures]
    /// The calendars whose slots customers take from each other.
    public var calendars: [CalendarTimes]

    public init(queues: [QueueFigures] = [], calendars: [CalendarTimes] = []) {
        self.queues = queues
        self.calendars = calendars
    }

    public var isEmpty: Bool { queues.isEmpty && calendars.isEmpty }
}

/// How busy a queue of people is.
public struct QueueFigures: Sendable, Hashable {
    /// Its name.
    public var queue: String
    /// How many others wait for a first answer, and were there before the customer.
    public var ahead: Int
    /// How long others have waited for their first answer lately: the median, in whole minutes; `nil` when no customer has been
    /// answered yet.
    public var wait: TimeLength?

    public init(queue: String, ahead: Int, wait: TimeLength? = nil) {
        self.queue = queue
        self.ahead = ahead
        self.wait = wait
    }

    /// The figures from what a store knows.
    ///
    /// - Parameter waits: how long the latest customers have waited.
    public init(queue: String, ahead: Int, waits: [TimeLength]) {
        self.init(queue: queue, ahead: ahead)
        guard !waits.isEmpty else { return }
        let median = waits.sorted()[waits.count / 2]
        wait = .minutes(max(1, (median.milliseconds + 59_999) / 60_000))
    }
}

extension SharedState: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("queues", queues)
        object.set("calendars", calendars)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(queues: try json.list("queues"), calendars: try json.list("calendars"))
    }
}

extension QueueFigures: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["queue": .string(queue), "ahead": .int(ahead)]
        object.set("wait", wait.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            queue: try json.string("queue"), ahead: try json.int("ahead"),
            wait: json["wait"]?.int.map { TimeLength(milliseconds: $0) })
    }
}
