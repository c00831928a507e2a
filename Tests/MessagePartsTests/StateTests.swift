import JSON
import MessageParts
import Testing

/// The effect of operations, by the four types.
@Suite struct StateTests {
    /// An operation in short form: `+a=1` adds 1 under the id a, `-a` removes it.
    private static func operation(_ text: String, _ type: StateType) -> ResponseOperation {
        let parts = text.dropFirst().split(separator: "=").map(String.init)
        let value = parts.count > 1 ? JSONValue.string(parts[1]) : nil
        return ResponseOperation(
            id: parts[0], text.hasPrefix("+") ? .add : .remove, type: type, name: "selection", value: value)
    }

    /// The summary in short form: `1(a,b) 2(c) | removed`.
    private static func shown(_ summary: ResponseSummary) -> String {
        guard let state = summary.states.first else { return "" }
        let adds = state.adds.map { "\($0.value.string ?? "")(\($0.ids.joined(separator: ",")))" }
        return adds.joined(separator: " ") + (state.removes.isEmpty ? "" : " | \(state.removes.joined(separator: ","))")
    }

    @Test(arguments: [
        (StateType.firstWins, "+a=1", "1(a)"), (.firstWins, "+a=1 +b=2", "1(a) | b"),
        (.firstWins, "+a=1 -a", "1(a)"), (.firstWins, "+a=1 +b=2 +b=2", "1(a) | b"),
        (.lastWins, "+a=1", "1(a)"), (.lastWins, "+a=1 +b=2", "2(b) | a"), (.lastWins, "+a=1 -a", "1(a)"),
        (.lastWins, "+a=1 +b=2 +a=1", "2(b) | a"),
        (.lastWinsOrNone, "+a=1 +b=2", "2(b) | a"), (.lastWinsOrNone, "+a=1 -a", " | a"),
        (.lastWinsOrNone, "+a=1 +b=2 -a", "2(b) | a"), (.lastWinsOrNone, "-a +a=1", " | a"),
        (.set, "+a=1 +b=2", "1(a) 2(b)"), (.set, "+a=1 +b=1", "1(a,b)"), (.set, "+a=1 +b=1 -a", "1(b) | a"),
        (.set, "+a=1 +b=1 -a -b", " | a,b"), (.set, "+a=1 -a +b=1", "1(b) | a"), (.set, "-a +a=1", " | a"),
    ])
    func `operations count as their type says`(_ type: StateType, _ operations: String, _ expected: String) {
        var log = ResponseLog()
        for text in operations.split(separator: " ") {
            log.take(Self.operation(String(text), type), by: "ana")
            let before = log
            log.take(Self.operation(String(text), type), by: "ana")
            #expect(log == before, "what comes again changes nothing")
        }
        #expect(Self.shown(log.summary) == expected)
    }

    @Test func `the first operation under a name settles its type, for everybody`() {
        var log = ResponseLog()
        log.take(Self.operation("+a=1", .set), by: "ana")
        log.take(Self.operation("+b=1", .firstWins), by: "ben")
        log.take(Self.operation("+c=2", .firstWins), by: "ben")
        #expect(log.summary.values(of: "selection", by: "ana") == ["1"])
        #expect(log.summary.values(of: "selection", by: "ben") == ["1", "2"])
    }

    @Test(arguments: StateType.allCases) func `a summary is the same after it has been written`(_ type: StateType) {
        var log = ResponseLog()
        for text in ["+a=1", "+b=2", "-a", "+c=2"] {
            log.take(Self.operation(text, type), by: "ana")
            log.take(Self.operation(text, type), by: "ben")
        }
        #expect(ResponseSummary(json: log.summary.json) == log.summary)
    }

    @Test func `operations are read with their type in any case, others are refused`() throws {
        let json: JSONValue = ["operation": "add", "type": "lwwn", "name": "n", "id": "i", "value": 3]
        let operation = try ResponseOperation(json: json)
        #expect(operation.type == .lastWinsOrNone)
        #expect(operation.value == 3)
        #expect(throws: JSONError.self) {
            try ResponseOperation(json: ["operation": "add", "type": "best", "name": "n", "id": "i"])
        }
        #expect(throws: JSONError.self) {
            try ResponseOperation(json: ["operation": "swap", "type": "LWW", "name": "n", "id": "i"])
        }
    }
}
