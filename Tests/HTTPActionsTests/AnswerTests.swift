import Expressions
import FlowEngine
import Foundation
import TestSupport
import Testing

/// Results are checked against the declared types.
@Suite struct AnswerTests {
    static let good: [(type: String, json: String, value: Value)] = [
        ("text", #""R-1701""#, .text("R-1701")),
        ("number", "12.50", .number(Decimal(string: "12.5") ?? 0)),
        ("money", #"{"amount": "24.90", "currency": "EUR"}"#, money("24.9", "EUR")),
        ("money", #"{"amount": 24.9, "currency": "EUR"}"#, money("24.9", "EUR")),
        ("date", #""2026-12-24""#, .date(day)),
        ("time", #""2026-12-01T09:00:00Z""#, .time(TimeSlot(start: Calling.now))),
        ("time", #""2026-12-01T10:00:00+01:00""#, .time(TimeSlot(start: Calling.now))),
        (
            "time", #"{"start": "2026-12-01T09:00:00Z", "duration": 2700}"#,
            .time(TimeSlot(start: Calling.now, duration: .minutes(45)))
        ),
        (
            "time", #"{"start": "2026-12-01T09:00:00Z", "duration": "PT45M"}"#,
            .time(TimeSlot(start: Calling.now, duration: .minutes(45)))
        ),
        ("duration", "1800", .duration(.minutes(30))),
        ("duration", #""P1DT1H30M""#, .duration(.minutes(1_530))),
        ("yes/no", "false", .yesNo(false)),
        ("list of number", "[1, 2]", .list([.number(1), .number(2)])),
        (
            "room", #"{"name": "Loft", "price": {"amount": "80.00", "currency": "EUR"}, "free": null, "else": 1}"#,
            .record(Fields([("name", .text("Loft")), ("price", money("80", "EUR"))]))
        ),
        ("list of room", "[]", .list([])),
        ("place", #"{"name": "Workshop", "city": "Kiel"}"#, .place(PlaceValue(name: "Workshop", city: "Kiel"))),
    ]

    @Test(arguments: good) func `a result is read as its type`(type: String, json: String, value: Value) async throws {
        let calling = try Calling(declaration(type), on: FakeServer(.ok(#"{"value": \#(json)}"#)))
        #expect(await calling.call() == .gave(Fields([("value", value)])))
    }

    static let bad: [(type: String, answer: String)] = [
        ("text", #"{"value": 7}"#), ("number", #"{"value": "7"}"#), ("yes/no", #"{"value": "yes"}"#),
        ("money", #"{"value": "24.90 EUR"}"#), ("money", #"{"value": {"amount": "24.905", "currency": "EUR"}}"#),
        ("money", #"{"value": {"amount": "24.90", "currency": "Taler"}}"#), ("date", #"{"value": "24.12.2026"}"#),
        ("date", #"{"value": "2026-02-30"}"#), ("time", #"{"value": "2026-12-01T09:00:00"}"#),
        ("time", #"{"value": "tomorrow"}"#), ("duration", #"{"value": -1}"#), ("duration", #"{"value": "an hour"}"#),
        ("list of text", #"{"value": "Bell"}"#), ("list of text", #"{"value": ["Bell", 1]}"#),
        ("room", #"{"value": {"name": "Loft"}}"#), ("place", #"{"value": "Kiel"}"#),
        ("text", "{}"), ("text", #"{"value": null}"#), ("text", ""), ("text", "R-1701"), ("text", #"["R-1701"]"#),
        ("text", #"{"value": "R-1701""#),
    ]

    @Test(arguments: bad) func `an answer of another type is a bad answer`(type: String, answer: String) async throws {
        let calling = try Calling(declaration(type), on: FakeServer(.ok(answer)))
        #expect(await calling.call() == .failed("bad answer"))
    }

    @Test func `an answer of endlessly many values is a bad answer, however few bytes it has`() async throws {
        for (count, outcome) in [
            (100_000, ActionOutcome.gave(Fields([("value", .number(7))]))), (200_000, .failed("bad answer")),
        ] {
            let zeros = String(repeating: "0,", count: count)
            let answer = #"{"value": 7, "else": [\#(zeros)0]}"#
            let calling = try Calling(declaration("number"), on: FakeServer(.ok(answer)))
            #expect(await calling.call() == outcome)
        }
    }

    @Test func `half a result never comes through`() async throws {
        let calling = try Calling(
            "post: http://127.0.0.1:PORT/\ngives:\n  code: text\n  price: money",
            on: FakeServer(.ok(#"{"code": "R-1", "price": 3}"#)))
        #expect(await calling.call() == .failed("bad answer"))
        #expect(calling.log.lines.count == 1)
    }

    @Test(arguments: [
        ("booking.code", #"{"booking": {"code": "R-1"}}"#),
        ("items[1].id", #"{"items": [{"id": "R-0"}, {"id": "R-1"}]}"#),
        ("[0]", #"["R-1"]"#), ("a.b[0][1].c", #"{"a": {"b": [["x", {"c": "R-1"}]]}}"#),
    ]) func `a result is found where the file says`(path: String, answer: String) async throws {
        let declaration = "post: http://127.0.0.1:PORT/\ngives:\n  code: text\nfrom:\n  code: \"\(path)\""
        let calling = try Calling(declaration, on: FakeServer(.ok(answer)))
        #expect(await calling.call() == .gave(Fields([("code", .text("R-1"))])))
        let lost = try Calling(declaration, on: FakeServer(.ok(#"{"code": "R-1"}"#)))
        #expect(await lost.call() == .failed("bad answer"))
    }

    @Test func `an optional result may be missing, but not be wrong`() async throws {
        let declaration = "post: http://127.0.0.1:PORT/\ngives:\n  code: text, optional"
        #expect(try await Calling(declaration, on: FakeServer(.ok("{}"))).call() == .gave(Fields()))
        #expect(try await Calling(declaration, on: FakeServer(.status(204, ""))).call() == .gave(Fields()))
        #expect(
            try await Calling(declaration, on: FakeServer(.ok(#"{"code": 1}"#))).call() == .failed("bad answer"))
    }

    @Test(arguments: ["", "OK", "<html>", "[1]", "{}"]) func `who promises nothing may answer anything`(
        answer: String
    ) async throws {
        let calling = try Calling("post: http://127.0.0.1:PORT/", on: FakeServer(.ok(answer)))
        #expect(await calling.call() == .gave(Fields()))
    }

    @Test func `an answer without end is a bad answer, asked for once`() async throws {
        let server = try FakeServer(.ok(String(repeating: " ", count: 3 << 20)))
        let calling = try Calling("get: http://127.0.0.1:PORT/\ngives:\n  code: text", on: server)
        #expect(await calling.call() == .failed("bad answer"))
        #expect(server.requests.count == 1)
    }

    private func declaration(_ type: String) -> String {
        "post: http://127.0.0.1:PORT/\ngives:\n  value: \(type)"
    }
}
