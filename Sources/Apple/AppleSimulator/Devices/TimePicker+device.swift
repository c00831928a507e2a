import JSON

extension TimePicker {
    public var options: [Option] { timeslots.map { Option(identifier: $0.identifier, title: $0.startTime) } }

    var display: JSONObject {
        var object = JSONObject()
        object.set("event", title.map { .string($0) })
        object.set("location", location?.title.map { .string($0) })
        object.set("timezone_offset", timezoneOffset.map { .int($0) })
        object.set("slots", .array(timeslots.map(\.display)))
        return object
    }

    /// Returns the event with only the chosen slot.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        guard chosen.count == 1, let slot = timeslots.first(where: { $0.identifier == chosen[0].identifier }) else {
            throw ValidationError("slot", "one slot is picked, not \(chosen.count)")
        }
        var event: JSONObject = ["identifier": .string(identifier)]
        event.set("title", title.map { .string($0) })
        event.set("imageIdentifier", imageIdentifier.map { .string($0) })
        event.set("location", location?.json ?? [:])
        event.set("timezoneOffset", timezoneOffset.map { .int($0) })
        event.set("timeslots", [slot.json])
        return .object(event)
    }
}

extension TimePicker.Slot {
    fileprivate var display: JSONValue {
        [
            "identifier": .string(identifier), "start": .string(UTCTime.text(start)), "start_time": .string(startTime),
            "duration": .int(duration),
        ]
    }

    fileprivate var json: JSONValue {
        ["identifier": .string(identifier), "startTime": .string(startTime), "duration": .int(duration)]
    }
}
