import AppleSimulator
import TestSupport
import Testing

/// A question that a device cannot show is asked in another form, and the answer has the same effect.
@Suite struct FallbackTests {
    private static let subsets: [[Capability]] = (0..<8).map { bits in
        [.quickReply, .listPicker, .timePicker].enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
    }

    @Test(arguments: subsets)
    func `a repair is booked on every device`(_ able: [Capability]) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, capabilities: able)
            let buttons = try #require(try await phone.says("Hi").last)
            #expect(buttons.form == Self.form([.quickReply, .listPicker], able))
            let list = try await phone.answers(buttons, "Book a repair", number: 1)
            #expect(list.form == Self.form([.listPicker], able))
            let times = try await phone.answers(list, "Brakes", number: 2)
            #expect(times.form == Self.form([.timePicker, .listPicker], able))
            let end = times.form == .timePicker ? try await phone.picks(.number(2)) : try await phone.says("2")
            #expect(end == ["Booked! Brakes on 3 December 2026 at 14:30."])
        }
    }

    @Test func `a device that shows only text gets numbered answers`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(.oldIPhone, on: server)
            #expect(
                try await phone.says("Hi").last == """
                    How can we help with your bike?
                    1 Book a repair
                    2 Order parts
                    3 Talk to a person
                    """)
            try await phone.says("1")
            try await phone.says(
                "puncture.",
                shows: [
                    """
                    When do you come?
                    1 Thursday, 3 December 2026, 9:00
                    2 Thursday, 3 December 2026, 14:30
                    3 Friday, 4 December 2026, 10:00
                    """
                ])
            try await phone.says("3", shows: ["Booked! Puncture on 4 December 2026 at 10:00."])
        }
    }

    @Test func `a device without a time picker gets a list with a section for each day`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, capabilities: [.quickReply, .listPicker])
            try await phone.says("Hi")
            try await phone.taps("Book a repair")
            try await phone.taps(
                "Puncture",
                shows: [
                    "list-picker: [Thursday, 3 December 2026] 9:00, 14:30 [Friday, 4 December 2026] 10:00"
                ])
            try await phone.taps("10:00", shows: ["Booked! Puncture on 4 December 2026 at 10:00."])
        }
    }

    @Test func `several answers are given by their numbers`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(.oldIPhone, on: server)
            try await phone.says("Hi")
            try await phone.says(
                "2",
                shows: [
                    """
                    Which parts?
                    1 Bell
                    2 Lights
                    3 Lock
                    Reply with the numbers, separated by commas.
                    """
                ])
            try await phone.says("1, 3")
            try await phone.says("Ana", shows: ["Thank you, Ana. We keep Bell and Lock for you."])
        }
    }

    @Test func `a customer who goes on with another device is asked in its form`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.taps("Book a repair")
            let old = try Phone(.oldIPhone, on: server, customer: phone.device.customer)
            #expect(try await old.says("Puncture").last?.contains("1 Thursday, 3 December 2026, 9:00") == true)
        }
    }

    /// Returns the first of the forms that the device supports.
    private static func form(_ forms: [Capability], _ able: [Capability]) -> Capability? {
        forms.first(where: able.contains)
    }
}

extension Phone {
    /// Answers a question in the form in which it was shown. Returns the next message.
    fileprivate func answers(_ question: String, _ label: String, number: Int) async throws -> String {
        let next = question.form == nil ? try await says("\(number)") : try await taps(label)
        return try #require(next.last)
    }
}

extension String {
    /// The form in which a question was shown; `nil` for text.
    fileprivate var form: Capability? {
        if hasPrefix("quick-reply:") { return .quickReply }
        if hasPrefix("list-picker:") { return .listPicker }
        return hasPrefix("time-picker:") ? .timePicker : nil
    }
}
