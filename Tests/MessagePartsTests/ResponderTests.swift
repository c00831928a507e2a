import Expressions
import JSON
import MessageModel
import MessageParts
import Testing

/// The operations that the responder accepts into a message, and those that it refuses.
@Suite struct ResponderTests {
    private static let message = "layer:///messages/7"

    private static func parts(of content: some MessageContent, id: String = "root") -> [MessagePart] {
        var names = NodeNames(seed: "7")
        return TypeRegistry.standard.parts(of: RichMessage(content, id: id), message: message, &names)
    }

    private static func choice(_ rules: (inout Choices) -> Void = { _ in }) -> [MessagePart] {
        var choices = Choices([.init(id: "s", text: "Slick"), .init(id: "k", text: "Knobby")])
        rules(&choices)
        return parts(of: ChoiceContent(choices, label: "Which tyre?"))
    }

    private static func add(
        _ value: JSONValue, id: String, type: StateType = .firstWins, name: String = "selection"
    ) -> ResponseOperation {
        ResponseOperation(id: id, .add, type: type, name: name, value: value)
    }

    /// Returns the message with its state, after each operation was accepted for its sender, with the message stored
    /// and read in between.
    private static func take(
        _ operations: [(ResponseOperation, String)], in parts: [MessagePart], node: String? = nil
    ) throws(ResponseRefusal) -> (state: JSONValue?, parts: [MessagePart]) {
        var parts = parts
        var types: JSONObject = [:]
        for (operation, identity) in operations {
            let outcome = try Responder().take([operation], at: node, by: identity, in: parts, types)
            parts = JSONParts.reread(outcome.parts)
            types = outcome.stateTypes
        }
        return (state(in: parts), parts)
    }

    private enum JSONParts {
        /// As they are read from storage.
        static func reread(_ parts: [MessagePart]) -> [MessagePart] {
            parts.compactMap { part in
                (try? JSONValue(parsing: part.json.text)).flatMap { try? MessagePart(json: $0) }
            }
        }
    }

    private static func state(in parts: [MessagePart]) -> JSONValue? {
        let part = parts.first { $0.mimeType.contains("role=response_summary") }
        return part?.body.flatMap { try? JSONValue(parsing: $0) }
    }

    @Test(
        arguments: [
            (StateType.firstWins, ["adds": [["ids": ["1"], "value": "s"]], "removes": ["2"]] as JSONValue),
            (.lastWins, ["adds": [["ids": ["2"], "value": "k"]], "removes": ["1"]]),
            (.lastWinsOrNone, ["adds": [["ids": ["2"], "value": "k"]], "removes": ["1"]]),
            (.set, ["adds": [["ids": ["1"], "value": "s"], ["ids": ["2"], "value": "k"]], "removes": []]),
        ] as [(StateType, JSONValue)])
    func `the message decides which of several choices counts, not who chooses`(
        _ type: StateType, _ expected: JSONValue
    ) throws {
        let parts = Self.choice { choices in
            choices.allowsReselect = type != .firstWins
            choices.allowsDeselect = type == .lastWinsOrNone || type == .set
            choices.allowsMultiselect = type == .set
        }
        // An operation of type `Set` follows the rules of the message.
        let operations = [Self.add("s", id: "1", type: .set), Self.add("k", id: "2", type: .set)]
        let taken = try Self.take(operations.map { ($0, "ana") }, in: parts)
        #expect(taken.state?["ana"]?["selection"] == expected)
    }

    @Test func `where the message does not say it, the first operation of a name settles its type`() throws {
        let own = MessagePart(
            id: "\(Self.message)/parts/own", mimeType: "application/vnd.example.own+json;role=root", body: "{}")
        let taken = try Self.take(
            [
                (Self.add(1, id: "1", type: .lastWins, name: "rating"), "ana"),
                (Self.add(5, id: "2", type: .set, name: "rating"), "ana"),
                (Self.add(3, id: "3", type: .set, name: "rating"), "ben"),
            ], in: [own])
        #expect(taken.state?["ana"]?["rating"] == ["adds": [["ids": ["2"], "value": 5]], "removes": ["1"]])
        #expect(taken.state?["ben"]?["rating"]?["adds"]?.array?.count == 1)
    }

    @Test(arguments: StateType.allCases) func `what comes again changes nothing`(_ type: StateType) throws {
        let own = MessagePart(
            id: "\(Self.message)/parts/own", mimeType: "application/vnd.example.own+json;role=root", body: "{}")
        let first = ResponseOperation(id: "1", .add, type: type, name: "x", value: "a")
        let second = ResponseOperation(id: "2", .add, type: type, name: "x", value: "b")
        let back = ResponseOperation(id: "1", .remove, type: type, name: "x", value: nil)
        let once = try Self.take([(first, "ana"), (second, "ana"), (back, "ana")], in: [own])
        let twice = try Self.take(
            [first, first, second, first, back, second, back, first].map { ($0, "ana") }, in: [own])
        #expect(once.state == twice.state)
    }

    @Test func `the state lies in one part, below the part that is answered`() throws {
        let taken = try Self.take(
            [(Self.add("s", id: "1"), "ana"), (Self.add("k", id: "2"), "ben")], in: Self.choice())
        let summaries = taken.parts.filter { $0.mimeType.contains("response_summary") }
        #expect(summaries.count == 1)
        #expect(summaries[0].mimeType.contains("parent-node-id=root"))
        #expect(summaries[0].id?.hasPrefix("\(Self.message)/parts/") == true)
        let read = try TypeRegistry.standard.message(of: taken.parts).message
        #expect(read.responses.values(of: "selection", by: "ana") == ["s"])
        #expect(read.responses.values(of: "selection", by: "ben") == ["k"])
    }

    @Test func `what is chosen from the beginning gives its place and its part to the state`() throws {
        var message = RichMessage(
            ChoiceContent(
                Choices([.init(id: "s", text: "Slick"), .init(id: "k", text: "Knobby")]), label: "Which tyre?"),
            id: "root")
        message.initialState = [InitialOperation(identity: "ana", operation: Self.add("s", id: "0"))]
        var names = NodeNames(seed: "7")
        let parts = TypeRegistry.standard.parts(of: message, message: Self.message, &names)
        let place = try #require(parts.first { $0.mimeType.contains("initial_response_state") })
        let taken = try Self.take([(Self.add("k", id: "1"), "ana")], in: parts)
        #expect(taken.state?["ana"]?["selection"] == ["adds": [["ids": ["0"], "value": "s"]], "removes": ["1"]])
        #expect(taken.parts.count == parts.count)
        #expect(taken.parts.first { $0.id == place.id }?.mimeType.contains("role=response_summary") == true)
    }

    @Test func `a choice inside another message is answered by its own name`() throws {
        var first = RichMessage(ChoiceContent(Choices([.init(id: "s", text: "Slick")]), label: "One"), id: "one")
        let second = RichMessage(ChoiceContent(Choices([.init(id: "k", text: "Knobby")]), label: "Two"), id: "two")
        first.customData = ["question": "q"]
        let parts = Self.parts(of: CarouselContent([first, second]))
        let taken = try Self.take([(Self.add("k", id: "1"), "ana")], in: parts, node: "two")
        let read = try TypeRegistry.standard.message(of: taken.parts).message
        #expect(read.node("two")?.responses.values(of: "selection", by: "ana") == ["k"])
        #expect(read.node("one")?.responses.isEmpty == true)
        #expect(throws: ResponseRefusal.noSuchAnswer) {
            try Self.take([(Self.add("k", id: "1"), "ana")], in: parts, node: "one")
        }
    }

    @Test func `data that goes with a choice comes from the message`() throws {
        let parts = Self.choice { choices in
            choices.responseData = ["shop": "north"]
            choices.items[1].responseData = ["sku": "k-9"]
        }
        let outcome = try Responder().take(
            [Self.add("k", id: "1"), Self.add(["shop": "mine"], id: "2", type: .set, name: "custom_response_data")],
            at: nil, by: "ana", in: parts, [:])
        #expect(
            outcome.node.responses.values(of: "custom_response_data", by: "ana")
                == [["shop": "north", "sku": "k-9"]])
    }

    @Test func `who may not, what is not there, and what asks nothing`() {
        let parts = Self.choice { $0.enabledFor = ["ana"] }
        let cases: [(ResponseOperation, String, String?, [MessagePart], ResponseRefusal)] = [
            (Self.add("s", id: "1"), "ben", nil, parts, .notEnabled),
            (Self.add("z", id: "1"), "ana", nil, parts, .noSuchAnswer),
            (Self.add("s", id: "1", name: "other"), "ana", nil, parts, .noSuchName("other")),
            (Self.add("s", id: "1"), "ana", "other", parts, .noSuchNode),
            (Self.add("s", id: "1"), "ana", nil, Self.parts(of: TextContent("hello")), .noSuchName("selection")),
        ]
        for (operation, identity, node, parts, refusal) in cases {
            #expect(throws: refusal) { try Self.take([(operation, identity)], in: parts, node: node) }
        }
    }

    @Test func `nobody fills a message with state without end`() throws {
        let own = MessagePart(
            id: "\(Self.message)/parts/own", mimeType: "application/vnd.example.own+json;role=root", body: "{}")
        let many = (0...50).map { Self.add("x", id: "\($0)", name: "name \($0)") }
        #expect(throws: ResponseRefusal.tooMuch) { try Responder().take(many, at: nil, by: "ana", in: [own], [:]) }
    }

    @Test func `stars are given once, with words, and by whoever is asked for them`() throws {
        let parts = Self.parts(of: FeedbackContent("How was it?", enabledFor: ["ana"]))
        let first = try Self.take(
            [
                (Self.add("4", id: "1", name: "rating"), "ana"), (Self.add("Quick", id: "2", name: "comment"), "ana"),
                (Self.add("2026-12-01T10:00:00Z", id: "3", name: "sent_at"), "ana"),
                (Self.add(1, id: "4", name: "rating"), "ana"),
            ], in: parts)
        #expect(first.state?["ana"]?["rating"]?["adds"] == [["ids": ["1"], "value": "4"]])
        #expect(first.state?["ana"]?["comment"]?["adds"] == [["ids": ["2"], "value": "Quick"]])
        for (value, name) in [(6, "rating"), ("many", "rating"), (7, "comment")] as [(JSONValue, String)] {
            #expect(throws: ResponseRefusal.noSuchAnswer) {
                try Self.take([(Self.add(value, id: "5", name: name), "ana")], in: parts)
            }
        }
        #expect(throws: ResponseRefusal.notEnabled) {
            try Self.take([(Self.add(4, id: "6", name: "rating"), "ben")], in: parts)
        }
    }

    @Test func `a question in words is answered by a day of its calendar, or skipped where it may be`() throws {
        let days = AskedForm.Days(
            first: CalendarDate(iso: "2026-03-02"), last: CalendarDate(iso: "2026-03-09"), preset: nil, format: nil)
        let parts = Self.parts(of: PromptContent("When?", days: days, skipWord: "skip"))
        for answer in ["2026-03-02", "2026-03-09", "skip"] {
            let taken = try Self.take([(Self.add(.string(answer), id: "1"), "ana")], in: parts)
            #expect(taken.state?["ana"]?["selection"]?["adds"] == [["ids": ["1"], "value": .string(answer)]])
        }
        let strict = Self.parts(of: PromptContent("When?", days: days))
        for (answer, parts) in [("2026-03-01", parts), ("2026-03-10", parts), ("soon", parts), ("skip", strict)] {
            #expect(throws: ResponseRefusal.noSuchAnswer) {
                try Self.take([(Self.add(.string(answer), id: "1"), "ana")], in: parts)
            }
        }
    }
}
