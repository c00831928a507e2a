import Foundation
import Testing
import Usher

/// Actions in Swift, called by flows.
@Suite struct ActionTests {
    private struct Trouble: Error {}

    private struct Text: Codable { var text: String }

    @Test func `an action that is not registered answers with its example in a simulation`() async throws {
        try await bot().simulate { customer in try await #expect(customer.says("Hi").last == "the example") }
    }

    @Test func `what an action gives is said`() async throws {
        var bot = try bot()
        bot.register("Act") { (_: Nothing, key: String) in Text(text: "key of \(key.count) letters") }
        try await bot.simulate { customer in
            try await #expect(customer.says("Hi").last == "key of 36 letters")
        }
    }

    @Test func `a failure has the name that it was given`() async throws {
        var bot = try bot()
        bot.register("Act") { (_: Nothing, _: String) -> Text in throw ActionProblem("sold out") }
        try await bot.simulate { customer in
            try await #expect(customer.says("Hi").last == "failed with sold out")
        }
    }

    @Test func `any other error is as if nobody had answered`() async throws {
        let count = Count()
        var bot = try bot()
        bot.register("Act") { (_: Nothing, _: String) -> Text in
            count.add()
            throw Trouble()
        }
        try await bot.simulate { customer in
            try await #expect(customer.says("Hi").last == "failed with unreachable")
        }
        #expect(count.value == 1)
    }

    @Test func `results of another type are a bad answer`() async throws {
        var bot = try bot()
        bot.register("Act") { (_: Nothing, _: String) in ["text": 7] }
        try await bot.simulate { customer in
            try await #expect(customer.says("Hi").last == "failed with bad answer")
        }
    }

    @Test func `inputs that do not fit are refused`() async throws {
        var bot = try bot()
        bot.register("Act") { (inputs: Text, _: String) in inputs }
        try await bot.simulate { customer in
            try await #expect(customer.says("Hi").last == "failed with refused")
        }
    }

    private func bot() throws -> UsherBot {
        try TestProject(actions: TestProject.action, steps: TestProject.calling).bot()
    }
}

/// The values of inputs and results, in their JSON form.
@Suite struct ActionValueTests {
    @Test func `money is an exact amount in text`() throws {
        let money = Money(Decimal(string: "24.90") ?? 0, "EUR")
        #expect(try json(money) == #"{"amount":"24.9","currency":"EUR"}"#)
        #expect(try value(#"{"amount":"24.90","currency":"EUR"}"#) == money)
        #expect(throws: DecodingError.self) { try value(#"{"amount":"much","currency":"EUR"}"#) as Money }
    }

    @Test func `a time has a length or none`() throws {
        let start = Date(timeIntervalSince1970: 1_796_115_600)
        #expect(try value(#""2026-12-01T10:00:00+01:00""#) == TimeSlot(start: start))
        let long = TimeSlot(start: start, duration: 2_700)
        #expect(try value(#"{"start":"2026-12-01T10:00:00+01:00","duration":2700}"#) == long)
        #expect(try json(long) == #"{"duration":2700,"start":"2026-12-01T09:00:00Z"}"#)
        #expect(try json(TimeSlot(start: start)) == #"{"start":"2026-12-01T09:00:00Z"}"#)
    }

    @Test func `nothing is an empty object`() throws {
        #expect(try json(Nothing()) == "{}")
        #expect(try value(#"{"left": "over"}"#) == Nothing())
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func value<Value: Decodable>(_ json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: Data(json.utf8))
    }
}
