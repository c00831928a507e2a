public import Expressions
import JSON

/// Appointments from which the customer chooses one.
///
/// Source: Apple, Interactive Message Types, "Time Picker Message". The key is `event`.
public struct TimePicker: CheckedFeature, Equatable {
    public let identifier: String
    public let title: String?
    public let imageIdentifier: String?
    public let location: Location?
    /// Minutes east of GMT at the place of the event; without it the device shows its own time.
    public let timezoneOffset: Int?
    public let timeslots: [Slot]

    public struct Slot: Sendable, Equatable {
        public let identifier: String
        /// The start as it was sent, such as `2026-11-21T10:00+0000`.
        public let startTime: String
        public let start: Moment
        /// The duration in seconds.
        public let duration: Int
    }

    public static let key = "event"
    public static let misspellings = ["timePicker", "timepicker", "time-picker", "time_picker", "TimePicker", "events"]
    public static let capability: Capability? = .timePicker
    public static let kind = "time-picker"
    public static let hasBubbleTexts = true

    private static let known: Set<String> = [
        "identifier", "title", "imageIdentifier", "location", "timeslots", "timezoneOffset",
    ]
    private static let misspelt = [
        "timeSlots": "timeslots", "time_slots": "timeslots", "slots": "timeslots", "id": "identifier",
        "timeZoneOffset": "timezoneOffset", "timezone": "timezoneOffset",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        title = try fields.optionalTitle("title", context)
        imageIdentifier = try fields.imageReference("imageIdentifier", context)
        location = try fields.optional("location") { value throws(ValidationError) in
            try Location(checking: value, context)
        }
        timezoneOffset = try Self.offset(in: fields)
        timeslots = try fields.list("timeslots") { value throws(ValidationError) in try Slot(checking: value) }
        guard !timeslots.isEmpty else { throw ValidationError("timeslots", "a time picker has at least one slot") }
        try requireUnique(timeslots.map(\.identifier)) { "timeslots[\($0)].identifier" }
    }

    private static func offset(in fields: Fields) throws(ValidationError) -> Int? {
        let offset = try fields.optionalInteger("timezoneOffset")
        if let offset, !(-12 * 60...14 * 60).contains(offset) {
            throw ValidationError(
                "timezoneOffset", "no place is \(offset) minutes from GMT; the unit is minutes, -720 to 840")
        }
        return offset
    }
}

extension TimePicker.Slot {
    private static let known: Set<String> = ["identifier", "startTime", "duration"]
    private static let misspelt = [
        "start": "startTime", "starttime": "startTime", "time": "startTime", "id": "identifier",
    ]

    init(checking value: JSONValue) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        startTime = try fields.text("startTime")
        guard let start = UTCTime.moment(startTime) else {
            throw ValidationError(
                "startTime", "`\(startTime)` is not an ISO 8601 time at GMT, such as `2026-11-21T10:00+0000`")
        }
        self.start = start
        duration = try fields.integer("duration")
        guard duration > 0 else { throw ValidationError("duration", "a slot lasts longer than \(duration) seconds") }
    }
}

extension TimePicker {
    /// The place of the event.
    public struct Location: Sendable, Equatable {
        public let title: String?
        let latitude: JSONNumber?
        let longitude: JSONNumber?
        let radius: JSONNumber?

        private static let known: Set<String> = ["latitude", "longitude", "radius", "title"]

        init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
            let fields = try Fields(value, known: Self.known)
            title = try fields.optionalTitle("title", context)
            latitude = try Self.degrees("latitude", 90, in: fields)
            longitude = try Self.degrees("longitude", 180, in: fields)
            radius = try fields.optionalNumber("radius")
        }

        private static func degrees(
            _ key: String, _ limit: Double, in fields: Fields
        ) throws(ValidationError) -> JSONNumber? {
            let number = try fields.optionalNumber(key)
            if let number, let degrees = number.double, abs(degrees) > limit {
                throw ValidationError(key, "\(number.literal) lies beyond \(Int(limit)) degrees")
            }
            return number
        }

        var json: JSONValue {
            var object = JSONObject()
            object.set("latitude", latitude.map { .number($0) })
            object.set("longitude", longitude.map { .number($0) })
            object.set("radius", radius.map { .number($0) })
            object.set("title", title.map { .string($0) })
            return .object(object)
        }
    }
}
