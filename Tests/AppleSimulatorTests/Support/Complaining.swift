import JSON
import Testing

@testable import AppleSimulator

/// A validation error: the change to a valid message, and the gateway's response to it.
struct Complaining: Sendable, CustomTestStringConvertible {
    let path: String
    let value: JSONValue?
    /// The location that the error names, if it is not the changed one.
    let place: String?
    let reason: String

    init(_ path: String, _ value: JSONValue?, at place: String? = nil, _ reason: String) {
        self.path = path
        self.value = value
        self.place = place
        self.reason = reason
    }

    var testDescription: String { "\(path) = \(value.map { String($0.text.prefix(60)) } ?? "absent"): \(reason)" }

    /// Posts the changed message, and expects the validation error and that no device has received the message.
    func check(_ message: (CustomerID) -> JSONValue, limits: PayloadLimits = .strict) async throws {
        try await withSimulator(.with { $0.limits = limits }) { harness in
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

let missing = "this is required and is missing"

let long = JSONValue.string(String(repeating: "x", count: 201))

/// Returns a base64 string of `size` bytes that begins like a PNG.
func picture(of size: Int) -> String {
    let head = "iVBORw0KGgo"
    let groups = (size + 2) / 3
    let padding = groups * 3 - size
    return head + String(repeating: "A", count: groups * 4 - head.count - padding)
        + String(repeating: "=", count: padding)
}
