import Foundation
import JSON
import Testing

@testable import AppleSimulator

/// One complaint: what is changed in a good message, and what the gateway says about it.
struct Complaining: Sendable, CustomTestStringConvertible {
    let path: String
    let value: JSONValue?
    /// Where the complaint points, when not at what was changed.
    let place: String?
    let reason: String

    init(_ path: String, _ value: JSONValue?, at place: String? = nil, _ reason: String) {
        self.path = path
        self.value = value
        self.place = place
        self.reason = reason
    }

    var testDescription: String { "\(path) = \(value.map { String($0.text.prefix(60)) } ?? "absent"): \(reason)" }

    /// Posts the message with the change, and expects the complaint and that no device saw anything.
    func check(_ message: (CustomerID) -> JSONValue, limits: PayloadLimits = .strict) async throws {
        try await withSimulator({ $0.limits = limits }) { harness in
            let device = try harness.device()
            let answer = try await harness.post(message(device.customer).setting(path, to: value))
            #expect(answer.status == 400, "\(answer.json.text)")
            #expect(answer.path == place ?? path)
            #expect(answer.reason.contains(reason), "\(answer.reason)")
            #expect(answer.json["error"]?["code"] == "bad-message")
            #expect(try await harness.simulator.messages(of: device.id).isEmpty)
        }
    }
}

private let missing = "this is required and is missing"
private let long = JSONValue.string(String(repeating: "x", count: 201))

@Suite struct `Checks of the envelope` {
    @Test(arguments: [
        Complaining("v", nil, missing),
        Complaining("v", 2, "the version of the API is 1, not 2"),
        Complaining("v", "1", "a whole number should stand here, not a string"),
        Complaining("type", nil, missing),
        Complaining("type", "sms", "`sms` is none of `text`, `interactive`, `richLink`"),
        Complaining("type", "close", "only the customer closes a conversation"),
        Complaining("body", nil, missing),
        Complaining("body", "", "required and is empty"),
        Complaining("body", 7, "a string should stand here, not a number"),
        Complaining("locale", 7, "a string should stand here"),
        Complaining("intent", [], "a string should stand here, not a list"),
        Complaining("group", true, "a string should stand here, not true or false"),
        Complaining("subject", "x", "there is no key `subject` here"),
        Complaining("text", "x", "it is called `body`"),
        Complaining("attachments", [], "attachments are not simulated yet"),
        Complaining("interactiveDataRef", [:], "not simulated yet"),
        Complaining("richLinkDataRef", [:], "not simulated yet"),
        Complaining("interactiveData", [:], "a message of type `text` has no `interactiveData`"),
        Complaining("richLinkData", [:], "a message of type `text` has no `richLinkData`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.text(to: $0) }
    }

    @Test func `an id that is no UUID is refused, though header and body agree`() async throws {
        try await Complaining("id", "message-1", "`message-1` is not a UUID").check { Messages.text(to: $0) }
    }
}

@Suite struct `Checks common to interactive messages` {
    @Test(arguments: [
        Complaining("interactiveData", nil, missing),
        Complaining("interactiveData", [], "an object should stand here, not a list"),
        Complaining("interactiveData.bid", nil, missing),
        Complaining("interactiveData.bid", "com.apple", "is not the extension of Messages for Business"),
        Complaining(
            "interactiveData.bid", "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.app",
            "custom apps are not simulated yet"),
        Complaining("interactiveData.data", nil, missing),
        Complaining("interactiveData.data.requestIdentifier", nil, missing),
        Complaining("interactiveData.data.requestIdentifier", "", "required and is empty"),
        Complaining("interactiveData.data.version", nil, missing),
        Complaining("interactiveData.data.version", 1, "a string should stand here, not a number"),
        Complaining("interactiveData.data.requestId", "r", "it is called `requestIdentifier`"),
        Complaining("interactiveData.data.colour", "red", "there is no key `colour` here"),
        Complaining("interactiveData.colour", "red", "there is no key `colour` here"),
        Complaining(
            "interactiveData.data.listPicker", nil, at: "interactiveData.data", "one of `quick-reply`, `listPicker`"),
        Complaining("interactiveData.data.event", [:], "this one has `listPicker` already"),
        Complaining("interactiveData.data.payment", [:], "Apple Pay is not simulated yet"),
        Complaining("interactiveData.data.authenticate", [:], "authentication is not simulated yet"),
        Complaining("interactiveData.data.dynamic", [:], "forms are not simulated yet"),
        Complaining("interactiveData.receivedMessage", nil, missing),
        Complaining("interactiveData.receivedMessage.title", nil, missing),
        Complaining("interactiveData.receivedMessage.title", long, "201 characters are too long; 200 are allowed"),
        Complaining("interactiveData.receivedMessage.subtitle", long, "201 characters are too long"),
        Complaining("interactiveData.receivedMessage.subTitle", "x", "it is called `subtitle`"),
        Complaining("interactiveData.receivedMessage.style", "huge", "is none of `icon`, `small`, `large`"),
        Complaining("interactiveData.receivedMessage.imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("interactiveData.receivedMessage.imageTitle", 4, "a string should stand here"),
        Complaining("interactiveData.replyMessage.title", nil, missing),
        Complaining("interactiveData.replyMessage.style", 3, "is none of"),
        Complaining("interactiveData.replyMessage.imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("interactiveData.replyMessage.alternateTitle", "x", "there is no key `alternateTitle` here"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }

    @Test(arguments: [
        Complaining("interactiveData.data.images", [:], "a list should stand here, not an object"),
        Complaining("interactiveData.data.images[0].identifier", nil, missing),
        Complaining("interactiveData.data.images[0].data", nil, missing),
        Complaining("interactiveData.data.images[0].data", "data:image/png;base64,iVBOR", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "iVBO=w0KGgo=", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "iVBORw0KGgo", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "/9j/4AAQSkZJRgABAQAA", "this is not a PNG image"),
        Complaining("interactiveData.data.images[0].data", .string(picture(of: 204_801)), "204801 bytes are too many"),
        Complaining("interactiveData.data.images[0].id", "x", "it is called `identifier`"),
        Complaining("interactiveData.data.images[0].description", 1, "a string should stand here"),
        Complaining(
            "interactiveData.data.images[1]", ["identifier": "soup", "data": .string(Messages.pixel)],
            at: "interactiveData.data.images[1].identifier", "`soup` stands twice"),
        Complaining(
            "interactiveData.data.images",
            .array((0..<27).map { ["identifier": .string("\($0)"), "data": .string(picture(of: 200_001))] }),
            "together the images have 5400027 bytes"),
    ]) func `every mistake in an image is refused`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }
}

/// A PNG of `size` bytes, as far as anybody looks.
private func picture(of size: Int) -> String {
    let head = "iVBORw0KGgo"
    let groups = (size + 2) / 3
    let padding = groups * 3 - size
    return head + String(repeating: "A", count: groups * 4 - head.count - padding)
        + String(repeating: "=", count: padding)
}

@Suite struct `Checks of quick replies` {
    private static let path = "interactiveData.data.quick-reply"

    @Test(arguments: [
        Complaining("\(path)", [], "an object should stand here, not a list"),
        Complaining("\(path).summaryText", nil, missing),
        Complaining("\(path).summaryText", long, "201 characters are too long"),
        Complaining("\(path).items", nil, missing),
        Complaining("\(path).items", [:], "a list should stand here"),
        Complaining("\(path).items", [], "two to five items, and this one has 0"),
        Complaining("\(path).items", .array([item("a")]), "two to five items, and this one has 1"),
        Complaining("\(path).items", .array("abcdef".map { item(String($0)) }), "this one has 6"),
        Complaining("\(path).items[1].identifier", nil, missing),
        Complaining("\(path).items[1].identifier", "city", "`city` stands twice"),
        Complaining("\(path).items[2].title", nil, missing),
        Complaining("\(path).items[2].title", "", "required and is empty"),
        Complaining("\(path).items[2].title", "two\nlines", "has one line"),
        Complaining("\(path).items[2].title", long, "201 characters are too long"),
        Complaining("\(path).items[0].id", "x", "it is called `identifier`"),
        Complaining("\(path).items[0].colour", "x", "there is no key `colour` here"),
        Complaining("\(path).item", [], "it is called `items`"),
        Complaining("interactiveData.data.quickReply", [:], "it is called `quick-reply`"),
        Complaining("interactiveData.receivedMessage", ["title": "x"], "`quick-reply` has no such bubble"),
        Complaining("interactiveData.replyMessage", ["title": "x"], "`quick-reply` has no such bubble"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.quickReply(to: $0) }
    }

    private static func item(_ name: String) -> JSONValue { ["identifier": .string(name), "title": .string(name)] }
}

@Suite struct `Checks of list pickers` {
    private static let path = "interactiveData.data.listPicker"

    @Test(arguments: [
        Complaining("\(path).sections", nil, missing),
        Complaining("\(path).sections", [], "at least one section"),
        Complaining("\(path).listPickerItem", [], "it is called `sections`"),
        Complaining("\(path).sections[0].listPickerItem", [], "it is called `items`"),
        Complaining("\(path).sections[0].title", nil, missing),
        Complaining("\(path).sections[0].title", long, "201 characters are too long"),
        Complaining("\(path).sections[0].order", "0", "a whole number should stand here, not a string"),
        Complaining("\(path).sections[0].order", .number(half), "a whole number should stand here, not 0.5"),
        Complaining("\(path).sections[0].multipleSelection", "yes", "true or false should stand here"),
        Complaining("\(path).sections[0].colour", "red", "there is no key `colour` here"),
        Complaining("\(path).sections[1].items", [], "at least one item"),
        Complaining("\(path).sections[1].items", nil, missing),
        Complaining("\(path).sections[1].items[0].identifier", nil, missing),
        Complaining("\(path).sections[1].items[1].identifier", "s1", "`s1` stands twice"),
        Complaining("\(path).sections[1].items[0].title", nil, missing),
        Complaining("\(path).sections[1].items[0].title", long, "201 characters are too long"),
        Complaining("\(path).sections[1].items[0].subtitle", long, "201 characters are too long"),
        Complaining("\(path).sections[1].items[0].imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(path).sections[1].items[0].imageIdentifier", true, "a string should stand here"),
        Complaining("\(path).sections[1].items[0].order", true, "a whole number should stand here"),
        Complaining("\(path).sections[1].items[0].style", 1, "a string should stand here"),
        Complaining("\(path).sections[1].items[0].price", 1, "there is no key `price` here"),
        Complaining("interactiveData.data.list-picker", [:], "it is called `listPicker`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }

    private static let half = JSONNumber(0.5)
}

@Suite struct `Checks of time pickers` {
    private static let path = "interactiveData.data.event"
    private static let notTime = "is not an ISO 8601 time at GMT"

    @Test(arguments: [
        Complaining("\(path).identifier", nil, missing),
        Complaining("\(path).title", long, "201 characters are too long"),
        Complaining("\(path).imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(path).timezoneOffset", "60", "a whole number should stand here"),
        Complaining("\(path).timezoneOffset", 3600, "no place is 3600 minutes from GMT"),
        Complaining("\(path).location", "Berlin", "an object should stand here, not a string"),
        Complaining("\(path).location.title", long, "201 characters are too long"),
        Complaining("\(path).location.latitude", "52", "a number should stand here"),
        Complaining("\(path).location.latitude", 91, "91 lies beyond 90 degrees"),
        Complaining("\(path).location.longitude", -181, "-181 lies beyond 180 degrees"),
        Complaining("\(path).location.radius", "50", "a number should stand here"),
        Complaining("\(path).location.street", "x", "there is no key `street` here"),
        Complaining("\(path).timeslots", nil, missing),
        Complaining("\(path).timeslots", [], "at least one slot"),
        Complaining("\(path).timeSlots", [], "it is called `timeslots`"),
        Complaining("\(path).timeslots[0].identifier", nil, missing),
        Complaining("\(path).timeslots[1].identifier", "t1", "`t1` stands twice"),
        Complaining("\(path).timeslots[0].startTime", nil, missing),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23T09:00+0100", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23T09:00", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-11-23 09:00+0000", notTime),
        Complaining("\(path).timeslots[0].startTime", "2026-02-30T09:00+0000", notTime),
        Complaining("\(path).timeslots[0].startTime", 1_795_424_400, "a string should stand here, not a number"),
        Complaining("\(path).timeslots[0].duration", nil, missing),
        Complaining("\(path).timeslots[0].duration", "3600", "a whole number should stand here, not a string"),
        Complaining("\(path).timeslots[0].duration", .number(JSONNumber(59.5)), "a whole number should stand here"),
        Complaining("\(path).timeslots[0].duration", 0, "longer than 0 seconds"),
        Complaining("\(path).timeslots[0].end", "x", "there is no key `end` here"),
        Complaining("interactiveData.data.timePicker", [:], "it is called `event`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.timePicker(to: $0) }
    }
}

@Suite struct `Checks of rich links` {
    @Test(arguments: [
        Complaining("richLinkData", nil, missing),
        Complaining("richLinkData.url", nil, missing),
        Complaining("richLinkData.url", "www.example.com", "is not an address of the web"),
        Complaining("richLinkData.url", "bikes://open", "is not an address of the web"),
        Complaining("richLinkData.title", nil, missing),
        Complaining("richLinkData.title", long, "201 characters are too long"),
        Complaining("richLinkData.image", [:], "it is called `assets`"),
        Complaining("richLinkData.assets", [], "an object should stand here"),
        Complaining("richLinkData.assets.image.data", nil, missing),
        Complaining("richLinkData.assets.image.data", "/9j/4AAQSkZJRgABAQAA", "this is not a PNG image"),
        Complaining("richLinkData.assets.image.data", .string(picture(of: 204_801)), "204801 bytes are too many"),
        Complaining("richLinkData.assets.image.mimeType", nil, missing),
        Complaining("richLinkData.assets.image.mimeType", "text/html", "does not begin with `image/`"),
        Complaining("richLinkData.assets.image.mimetype", "x", "it is called `mimeType`"),
        Complaining("richLinkData.assets.sound", [:], "there is no key `sound` here"),
        Complaining(
            "richLinkData.assets", ["video": ["url": "https://a.example/v.mp4", "mimeType": "video/mp4"]],
            at: "richLinkData.assets.image", "a video needs a picture beside it"),
        Complaining(
            "richLinkData.assets.video", ["url": "v.mp4", "mimeType": "video/mp4"],
            at: "richLinkData.assets.video.url", "is not an address of the web"),
        Complaining(
            "richLinkData.assets.video", ["url": "https://a.example/v.mp4", "mimeType": "image/png"],
            at: "richLinkData.assets.video.mimeType", "does not begin with `video/`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.richLink(to: $0) }
    }
}

@Suite struct `What is taken` {
    /// What is changed in a good message that stays good.
    struct Tolerated: Sendable, CustomTestStringConvertible {
        let path: String
        let value: JSONValue?
        var limits = PayloadLimits.strict

        var testDescription: String { "\(path) = \(value.map { String($0.text.prefix(60)) } ?? "absent")" }
    }

    @Test(arguments: [
        Tolerated(path: "interactiveData.data.version", value: "1.0"),
        Tolerated(path: "interactiveData.replyMessage", value: nil),
        Tolerated(path: "interactiveData.replyMessage.subtitle", value: .null),
        Tolerated(path: "interactiveData.receivedMessage.imageIdentifier", value: "soup"),
        Tolerated(path: "interactiveData.useLiveLayout", value: true),
        Tolerated(path: "interactiveData.sessionIdentifier", value: "x"),
        Tolerated(path: "interactiveData.data.images[0].description", value: .null),
        Tolerated(
            path: "interactiveData.data.listPicker.sections[1].title", value: .string(.init(repeating: "x", count: 200))
        ),
        Tolerated(
            path: "interactiveData.data.listPicker.sections[1].title", value: .string(.init(repeating: "é", count: 200))
        ),
        Tolerated(
            path: "interactiveData.data.listPicker.sections[1].title",
            value: .string(.init(repeating: "x", count: 512)),
            limits: .documented),
        Tolerated(
            path: "interactiveData.data.images[0].data", value: "/9j/4AAQSkZJRgABAQAA", limits: .documented),
        Tolerated(path: "interactiveData.data.images[0].data", value: .string(picture(of: 204_800))),
    ]) func `where Apple's pages contradict each other, either is taken`(_ row: Tolerated) async throws {
        try await withSimulator({ $0.limits = row.limits }) { harness in
            let device = try harness.device()
            let message = Messages.listPicker(to: device.customer).setting(row.path, to: row.value)
            let answer = try await harness.post(message)
            #expect(answer.status == 200, "\(answer.reason)")
        }
    }

    @Test func `pickers may send mspVersion in place of version, as Apple's samples do`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.timePicker(to: device.customer)
                .setting("interactiveData.data.version", to: nil)
                .setting("interactiveData.data.mspVersion", to: "1.0")
            #expect(try await harness.post(message).status == 200)
        }
    }

    @Test func `512 characters are the limit of the documented profile`() async throws {
        let long = JSONValue.string(String(repeating: "x", count: 513))
        try await Complaining(
            "interactiveData.receivedMessage.title", long, "513 characters are too long; 512 are allowed"
        )
        .check({ Messages.listPicker(to: $0) }, limits: .documented)
    }
}
