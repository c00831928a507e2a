import Diagnostics
import Explanations
import FlowCompiler
import Testing

@testable import Authoring

/// `usher check --fix`.
@Suite struct FixTests {
    @Test func `certain cures are applied until none is left`() {
        let flow =
            "flow: helo\nstart: hello\nsteps:\n  hello:\n    say: Your order is #5.\n    goto: thanks\n  thanks:\n\tsay: “Bye.”\n    then: end\n"
        let cures = CertainCures(of: SampleProject.written(["Flows/hello.yaml": flow]).draft())
        let text = cures.draft.text("Flows/hello.yaml")
        #expect(
            text
                == "flow: hello\nstart: hello\nsteps:\n  hello:\n    say: \"Your order is #5.\"\n    then: thanks\n  thanks:\n    say: \"Bye.\"\n    then: end\n"
        )
        #expect(cures.draft.diagnostics.isEmpty)
        #expect(cures.changed.map(\.after.path) == ["Flows/hello.yaml"])
    }

    @Test(arguments: DiagnosticCode.allCases) func `what customers read never changes`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        let draft = SampleProject.of(page.broken).draft()
        let cures = CertainCures(of: draft)
        #expect(texts(of: cures.draft) == texts(of: draft))
        #expect(cures.draft.compilation.report.errors <= draft.compilation.report.errors)
    }

    /// The words of all texts, as the outline of a compiled bot or of its files shows them.
    private func texts(of draft: Draft) -> [String] { draft.customerTexts }

    @Test(arguments: SampleProject.all) func `sound projects stay as they are`(_ project: SampleProject) {
        #expect(CertainCures(of: project.draft()).changed.isEmpty)
    }

    @Test func `the difference is shown as patch reads it`() {
        let old = SourceFile(path: "Flows/a.yaml", text: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n")
        let new = SourceFile(path: "Flows/a.yaml", text: "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n")
        #expect(
            UnifiedDifference(from: old, to: new).text == """
                --- a/Flows/a.yaml
                +++ b/Flows/a.yaml
                @@ -1,5 +1,5 @@
                 1
                -2
                +two
                 3
                 4
                 5
                @@ -10,3 +10,4 @@
                 10
                 11
                 12
                +13

                """)
        #expect(UnifiedDifference(from: old, to: old).text.isEmpty)
    }
}
