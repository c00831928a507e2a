import Diagnostics
import Testing

/// Line and column are those that people see: section 7.11.
@Suite struct PlaceTests {
    @Test(arguments: [
        ("    say: Hi {gest}", 14), ("    say: Grüße {gest}", 17), ("    say: 👩‍👩‍👧 {gest}", 13),
        ("    say: 👍🏽👍🏽 {gest}", 14), ("    say: 🇩🇪 {gest}", 13),
        ("    say: e\u{301}e\u{301} {gest}", 14), ("    say: 東京 {gest}", 14),
        ("    say: \u{1F468}\u{200D}\u{1F33E}{gest}", 12), ("    say:\tHi {gest}", 14),
        ("    say: \"Hi {gest}\"", 15), ("    say: \"a\\\"b {gest}\"", 17), ("    say: 'a''b {gest}'", 17),
        ("    say: {{a}} {gest}", 17),
        ("    say: نعم {gest}", 15), ("    say: “Hi” and {gest}", 20),
    ])
    func `a column is a character as people see it`(_ line: String, _ column: Int) {
        let text = "flow: broken\nstart: hello\nsteps:\n  hello:\n\(line)\n    then: end\n"
        #expect(TestProject(["broken.yaml": text]).report.found == [Found(5, column, "unknown-name")])
    }

    @Test(arguments: [
        ("say:\n      Hi {gest}", 6, 11), ("say: Hi\n      there {gest}", 6, 14),
        ("say: |\n      one\n      two {gest}", 7, 12),
        ("say: >\n      one\n\n      two {gest}", 8, 12), ("say:\n      - one\n      - two {gest}", 7, 14),
        ("say: \"one\n      two {gest}\"", 6, 12),
        ("say: |\n        deeper\n          {gest}", 7, 12),
    ])
    func `a place in a text of several lines is on its own line`(_ lines: String, _ line: Int, _ column: Int) {
        let text = "flow: broken\nstart: hello\nsteps:\n  hello:\n    \(lines)\n    then: end\n"
        #expect(TestProject(["broken.yaml": text]).report.found == [Found(line, column, "unknown-name")])
        let windows = text.replacing("\n", with: "\r\n")
        #expect(TestProject(["broken.yaml": windows]).report.found == [Found(line, column, "unknown-name")])
    }

    @Test func `the end of a stretch is told too`() throws {
        let report = TestProject(["broken.yaml": Case.flow("hello:\n  say: Grüße {gest}\n  then: end")]).report
        let (start, end) = report.places(of: try #require(report.diagnostics.first).span)
        #expect((start, end) == (Place(line: 5, column: 17), Place(line: 5, column: 21)))
    }
}
