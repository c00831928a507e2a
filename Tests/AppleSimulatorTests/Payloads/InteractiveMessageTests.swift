import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks common to interactive messages` {
    @Test(arguments: [
        Complaining("interactiveData", nil, missing),
        Complaining("interactiveData", [], "expected an object, found a list"),
        Complaining("interactiveData.bid", nil, missing),
        Complaining("interactiveData.bid", "com.apple", "is not the extension of Messages for Business"),
        Complaining(
            "interactiveData.bid", "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.app",
            at: "interactiveData.data", "Third party interactive data disallows use of 'data'"),
        Complaining(
            "interactiveData.bid", "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.example.app",
            "is not the extension of Messages for Business"),
        Complaining("interactiveData.data", nil, missing),
        Complaining("interactiveData.data.requestIdentifier", nil, missing),
        Complaining("interactiveData.data.requestIdentifier", "", "required and is empty"),
        Complaining("interactiveData.data.version", nil, missing),
        Complaining("interactiveData.data.version", 1, "expected a string, found a number"),
        Complaining("interactiveData.data.requestId", "r", "it is called `requestIdentifier`"),
        Complaining("interactiveData.data.colour", "red", "there is no key `colour` here"),
        Complaining("interactiveData.colour", "red", "there is no key `colour` here"),
        Complaining(
            "interactiveData.data.listPicker", nil, at: "interactiveData.data", "one of `quick-reply`, `listPicker`"),
        Complaining("interactiveData.data.event", [:], "this one has `listPicker` already"),
        Complaining("interactiveData.data.payment", [:], "has `listPicker` already"),
        Complaining("interactiveData.data.dynamic", [:], "this one has `listPicker` already"),
        Complaining("interactiveData.receivedMessage", nil, missing),
        Complaining("interactiveData.receivedMessage.title", nil, missing),
        Complaining("interactiveData.receivedMessage.title", long, "201 characters are too long; 200 are allowed"),
        Complaining("interactiveData.receivedMessage.subtitle", long, "201 characters are too long"),
        Complaining("interactiveData.receivedMessage.subTitle", "x", "it is called `subtitle`"),
        Complaining("interactiveData.receivedMessage.style", "huge", "is none of `icon`, `small`, `large`"),
        Complaining("interactiveData.receivedMessage.imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("interactiveData.receivedMessage.imageTitle", 4, "expected a string"),
        Complaining("interactiveData.replyMessage.title", nil, missing),
        Complaining("interactiveData.replyMessage.style", 3, "is none of"),
        Complaining("interactiveData.replyMessage.imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("interactiveData.replyMessage.alternateTitle", "x", "there is no key `alternateTitle` here"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }

    @Test(arguments: [
        Complaining("interactiveData.data.images", [:], "expected a list, found an object"),
        Complaining("interactiveData.data.images[0].identifier", nil, missing),
        Complaining("interactiveData.data.images[0].data", nil, missing),
        Complaining("interactiveData.data.images[0].data", "data:image/png;base64,iVBOR", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "iVBO=w0KGgo=", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "iVBORw0KGgo", "this is not base64"),
        Complaining("interactiveData.data.images[0].data", "/9j/4AAQSkZJRgABAQAA", "this is not a PNG image"),
        Complaining("interactiveData.data.images[0].data", .string(picture(of: 204_801)), "204801 bytes are too many"),
        Complaining("interactiveData.data.images[0].id", "x", "it is called `identifier`"),
        Complaining("interactiveData.data.images[0].description", 1, "expected a string"),
        Complaining(
            "interactiveData.data.images[1]", ["identifier": "soup", "data": .string(Messages.pixel)],
            at: "interactiveData.data.images[1].identifier", "`soup` occurs twice"),
        Complaining(
            "interactiveData.data.images",
            .array((0..<27).map { ["identifier": .string("\($0)"), "data": .string(picture(of: 200_001))] }),
            "together the images have 5400027 bytes"),
    ]) func `every mistake in an image is refused`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }
}
