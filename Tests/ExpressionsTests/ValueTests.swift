import Expressions
import Foundation
import JSON
import Testing

@Suite struct ValueTests {
    @Test func `a value comes back from its stored form`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let value = Value.random(depth: 3, using: &random)
            let stored = value.json.text
            #expect(try Value(json: JSONValue(parsing: stored)) == value, "\(stored)")
        }
    }

    @Test(
        arguments: [
            (.text("a"), "{\"text\":\"a\"}"), (number("24.90"), "{\"number\":\"24.9\"}"),
            (money("24.90 EUR"), "{\"money\":\"24.9 EUR\"}"), (.date(date("2026-12-01")), "{\"date\":\"2026-12-01\"}"),
            (
                .time(TimeSlot(start: Moment(milliseconds: 5), duration: .minutes(1))),
                "{\"time\":{\"start\":5,\"length\":60000}}"
            ), (.duration(.seconds(1)), "{\"milliseconds\":1000}"), (.yesNo(true), "{\"yes\":true}"),
            (choice("Red", id: "r"), "{\"choice\":{\"id\":\"r\",\"label\":\"Red\"}}"),
            (.list([.text("a")]), "{\"list\":[{\"text\":\"a\"}]}"),
            (.record(Fields([("a", .yesNo(false))])), "{\"record\":{\"a\":{\"yes\":false}}}"),
        ] as [(Value, String)])
    func `the stored form can be read by eye and never changes`(_ value: Value, _ text: String) {
        #expect(value.json.text == text)
    }

    @Test(arguments: [
        "null", "{}", "[]", "{\"txt\":\"a\"}", "{\"number\":1}", "{\"number\":\"x\"}", "{\"money\":\"1\"}",
        "{\"money\":\"1 XXX\"}", "{\"date\":\"2026-02-30\"}", "{\"time\":{}}", "{\"list\":{}}", "{\"choice\":{}}",
        "{\"record\":[]}", "{\"list\":[1]}",
    ])
    func `what is no stored value is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try Value(json: JSONValue(parsing: text)) }
    }

    @Test(
        arguments: [
            (.text("Ana"), .text("ANA"), true), (.text("a"), .text("b"), false),
            (choice("Red", id: "r"), .text("red"), true), (choice("Red", id: "r"), .text("R"), true),
            (.text("r"), choice("Red", id: "r"), true),
            (choice("Red", id: "r"), choice("Rot", id: "r"), true),
            (choice("Red", id: "r"), choice("Red", id: "x"), false), (number("1.0"), number("1"), true),
            (choice("1"), number("1"), true), (number("1"), choice("1.0"), true),
            (number("1"), .text("1"), false), (money("1 EUR"), money("1.00 EUR"), true),
            (money("1 EUR"), money("1 USD"), false), (.yesNo(true), .yesNo(true), true),
            (.list([.text("a")]), .list([.text("a")]), true),
            (.date(date("2026-12-01")), .date(date("2026-12-01")), true),
            (
                .time(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(5))),
                .time(TimeSlot(start: moment("2026-12-01 10:00"))), true
            ),
        ] as [(Value, Value, Bool)])
    func `values are the same or not, whichever is asked`(_ left: Value, _ right: Value, _ same: Bool) {
        #expect(left.isSame(as: right) == same)
        #expect(right.isSame(as: left) == same)
    }

    @Test func `fields stand behind a point`() {
        let slot = Value.time(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(45)))
        #expect(slot.field("end") == .time(TimeSlot(start: moment("2026-12-01 10:45"))))
        #expect(slot.field("duration") == .duration(.minutes(45)))
        #expect(Value.time(TimeSlot(start: moment("2026-12-01 10:00"))).field("duration") == nil)
        #expect(Value.list([.text("a"), .text("b")]).field("count") == number("2"))
        let answer = Value.choice(
            Choice(id: "r", label: "Red", note: "warm", fields: Fields([("price", money("1 EUR"))])))
        #expect(
            answer.field("id") == .text("r") && answer.field("label") == .text("Red")
                && answer.field("note") == .text("warm") && answer.field("price") == money("1 EUR"))
        #expect(choice("Red").field("note") == nil && Value.text("a").field("b") == nil)
        let record = Value.record(Fields([("a", .record(Fields([("b", number("1"))])))]))
        #expect(
            record.value(at: ["a", "b"]) == number("1") && record.value(at: ["a", "x"]) == nil
                && record.value(at: []) == record)
    }

    @Test func `fields keep their order`() {
        var fields = Fields([("b", .yesNo(true)), ("a", .yesNo(true))])
        fields["c"] = .yesNo(false)
        fields["b"] = nil
        fields["a"] = .yesNo(false)
        #expect(fields.names == ["a", "c"] && fields["b"] == nil && fields["a"] == .yesNo(false))
        fields["x"] = nil
        #expect(fields.names == ["a", "c"])
    }
}

extension Value {
    fileprivate static func random(depth: Int, using random: inout SeededGenerator) -> Value {
        let texts = ["", "a", "Grüße", "東京", "\"\\\n"]
        let text = { (random: inout SeededGenerator) in texts.randomElement(using: &random) ?? "" }
        switch Int.random(in: 0...(depth > 0 ? 11 : 8), using: &random) {
        case 0: return .text(text(&random))
        case 1: return .number(Decimal(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1000)
        case 2:
            return .money(
                Money(Decimal(Int.random(in: -99_999...99_999, using: &random)) / 100, .euro))
        case 3: return .date(CalendarDate(dayNumber: Int.random(in: 0...40_000, using: &random)))
        case 4:
            return .time(
                TimeSlot(
                    start: Moment(milliseconds: Int.random(in: 0...4_000_000_000_000, using: &random)),
                    duration: Bool.random(using: &random) ? .minutes(30) : nil))
        case 5: return .duration(.milliseconds(Int.random(in: -100_000...100_000, using: &random)))
        case 6: return .yesNo(Bool.random(using: &random))
        case 7: return .file(FileReference(id: text(&random), name: text(&random), kind: "image/png", size: 3))
        case 8:
            return .place(
                PlaceValue(
                    name: text(&random), city: Bool.random(using: &random) ? "Berlin" : nil, latitude: decimal("52.5")))
        case 9:
            return .choice(
                Choice(
                    id: text(&random), label: text(&random), shown: text(&random),
                    note: Bool.random(using: &random) ? text(&random) : nil,
                    fields: Fields([("f", .random(depth: 0, using: &random))])))
        case 10:
            return .list(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default: return .record(Fields(["x", "y", "z"].map { ($0, .random(depth: depth - 1, using: &random)) }))
        }
    }
}
