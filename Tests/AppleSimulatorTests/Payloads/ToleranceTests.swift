import JSON
import Testing

@testable import AppleSimulator

@Suite struct `What is taken` {
    /// A change to a valid message that keeps it valid.
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
        try await withSimulator(.with { $0.limits = row.limits }) { harness in
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
