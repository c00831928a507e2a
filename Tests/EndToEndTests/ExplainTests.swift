import Diagnostics
import Testing

/// `usher explain`, as authors call it.
@Suite struct ExplainTests {
    @Test func `a code is explained, and all codes are listed without one`() async throws {
        let page = try await Program.run(["explain", "unknown-step"])
        page.expectEnd(with: 0)
        #expect(page.output.hasPrefix("unknown-step (error)\n"))
        #expect(page.output.contains("\nRepaired:\n"))

        let list = try await Program.run(["explain"])
        list.expectEnd(with: 0)
        let listed = list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(listed.count == DiagnosticCode.allCases.count)
        #expect(Set(listed) == Set(DiagnosticCode.allCases.map { $0.rawValue[...] }))
    }

    @Test(arguments: [
        ("unknwn-step", "usher: there is no code `unknwn-step`; did you mean `unknown-step`?\n"),
        ("weather", "usher: there is no code `weather`; `usher explain` lists all codes\n"),
    ])
    func `an unknown code is wrong use, and the nearest one is offered`(_ code: String, _ said: String) async throws {
        let result = try await Program.run(["explain", code])
        result.expectEnd(with: 2)
        #expect(result.errors == said)
        #expect(result.output.isEmpty)
    }
}
