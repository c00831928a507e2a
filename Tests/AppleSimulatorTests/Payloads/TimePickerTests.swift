import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of time pickers` {
    private static let path = "interactiveData.data.event"
    private static let notTime = "is not an ISO 8601 time at GMT"

    @Test(arguments: [
        Complaining("\(path).identifier", nil, missing),
        Complaining("\(path).title", long, "201 characters are too long"),
        Complaining("\(path).imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(path).timezoneOffset", "60", "expected a whole number"),
        Complaining("\(path).timezoneOffset", 3600, "no place is 3600 minutes from GMT"),
        Complaining("\(path).location", "Berlin", "expected an object, found a string"),
        Complaining("\(path).location.title", long, "201 characters are too long"),
        Complaining("\(path).location.latitude", "52", "expected a number"),
        Complaining("\(path).location.latitude", 91, "91 lies beyond 90 degrees"),
        Complaining("\(path).location.longitude", -181, "-181 lies beyond 180 degrees"),
        Complaining("\(path).location.radius", "50", "expected a number"),
        Complaining("\(path).location.street", "x", "there is no key `street` here"),
        Complaining("\(path).timeslots", nil, missing),
        Complaining("\(path).timeslots", [], "at least one slot"),
        Complaining("\(path).timeSlots", [], "it is called `timeslots`"),
        Complaining("\(path).timeslots[0].identifier", nil, missing),
        Complaining("\(path).timeslots[1].identifier", "t1", "`t1` occurs twice"),
        Complaining("\(path).timeslots[0].startTime", nil, missing),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23T09:00+0100", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23T09:00", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23 09:00+0000", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-02-30T09:00+0000", notTime),
        Complaining("\(path).timeslots[0].startTime", 1_795_424_400, "expected a string, found a number"),
        Complaining("\(path).timeslots[0].duration", nil, missing),
        Complaining("\(path).timeslots[0].duration", "3600", "expected a whole number, found a string"),
        Complaining("\(path).timeslots[0].duration", .number(JSONNumber(59.5)), "expected a whole number"),
        Complaining("\(path).timeslots[0].duration", 0, "longer than 0 seconds"),
        Complaining("\(path).timeslots[0].end", "x", "there is no key `end` here"),
        Complaining("interactiveData.data.timePicker", [:], "it is called `event`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.timePicker(to: $0) }
    }
}
