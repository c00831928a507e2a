import Diagnostics
import FlowCompiler
import FlowModel
import Testing

/// The meaning of quotes, and of characters that only look like quotes.
@Suite struct QuotedWordTests {
    @Test func `a sum below an angle is reckoned, in quotes it is a text`() {
        let flow = ReadFlow(
            steps: """
                hello:
                  set:
                    a: 2
                    b: >-
                      {a} + 1
                    c: "{a} + 1"
                  say: Hello
                  then: end
                """)
        let kinds = (flow.start?.openings ?? []).compactMap { opening -> String? in
            guard case .set(_, let value) = opening else { return nil }
            return if case .sum = value { "sum" } else { "text" }
        }
        #expect(kinds == ["sum", "sum", "text"], "\(flow.found)")
    }

    @Test func `an escaped quote inside quotes hides no comment`() {
        let flow = ReadFlow(
            steps: "hello:\n  ask: Which?\n  answers:\n    - \"a \\\" # b\" # a comment\n    - c\n  then: end")
        #expect(flow.labels == ["a \" # b", "c"], "\(flow.found)")
    }

    @Test func `in Config files an item in quotes is a text whatever colons it has`() {
        let file = ConfigFile(reading: SourceFile(path: "Config/a.yaml", text: "list:\n  - \"a: b\" # why\n  - c\n"))
        #expect(file.diagnostics.isEmpty)
        #expect(file.settings.map(\.value) == ["a: b,c"])
    }
}
