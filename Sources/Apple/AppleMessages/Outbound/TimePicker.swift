import Expressions
import JSON
import MessageModel

/// A time picker (Interactive Message Types, Time Picker Message).
struct TimePicker {
    let data: JSONObject

    init(_ message: TimesMessage, images: ImageSet, writer: BubbleWriter) {
        var event: JSONObject = [
            "identifier": .string(message.question), "title": .string(writer.text(message.title)),
            "timeslots": .array(message.slots.map(Self.slot)),
        ]
        event.set("timezoneOffset", message.offset.map { .int($0) })
        event.set("location", message.place.map { Self.location($0, writer) })
        event.set("imageIdentifier", images.identifier(of: message.image))
        data = ["version": "1.0", "requestIdentifier": .string(message.question), "event": .object(event)]
    }

    private static func slot(_ slot: TimesMessage.Slot) -> JSONValue {
        [
            "identifier": .string(slot.id), "startTime": .string(slot.start.appleTime),
            "duration": .int(slot.duration.seconds),
        ]
    }

    private static func location(_ place: MessagePlace, _ writer: BubbleWriter) -> JSONValue {
        var object: JSONObject = ["title": .string(writer.text(place.name))]
        object.set("latitude", place.latitude.map { .number(JSONNumber($0)) })
        object.set("longitude", place.longitude.map { .number(JSONNumber($0)) })
        object.set("radius", place.radius.map { .number(JSONNumber($0)) })
        return .object(object)
    }
}

extension Moment {
    /// The time in the format of Apple's samples: UTC without seconds, `2026-12-01T09:00+0000`.
    var appleTime: String { String(decoding: iso.utf8.prefix(16), as: UTF8.self) + "+0000" }
}
