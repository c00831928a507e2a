import Diagnostics
import Explanations
import Testing

/// The text of a page in a terminal.
@Suite struct TextTests {
    @Test func `a page says code, rule, meaning, both examples and the reason`() throws {
        let page = try #require(Explanation.page(of: .missingThen))
        let expected = """
            missing-then (error)
            every way out is written

            The step, or one of its answers, does not say where to go. To stop, write
            `then: end`.

            For example:

                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]

            Repaired:

                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  then: end

            Why: A missing `then` is a slip far more often than an end.

            """
        #expect(page.text() == expected)
    }

    @Test func `a narrow terminal breaks prose between words, never inside what is written in files`() throws {
        let page = try #require(Explanation.page(of: .badDuration))
        let lines = page.text(width: 40).split(separator: "\n")
        #expect(lines.contains { $0.contains("`1 hour and 30 minutes`") })
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test func `the overview has a line for every code`() {
        let lines = Explanation.overview().split(separator: "\n")
        #expect(lines.count == DiagnosticCode.allCases.count)
        #expect(lines.contains { $0.hasPrefix("unknown-step ") && $0.hasSuffix(" steps that are named exist") })
        #expect(Set(lines.map { $0.prefix { $0 != " " } }) == Set(DiagnosticCode.allCases.map { $0.rawValue[...] }))
        #expect(lines.allSatisfy { $0.count <= 100 })
    }
}
