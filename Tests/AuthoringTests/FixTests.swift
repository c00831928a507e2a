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
        // A key that is read after all brings the texts below it.
        let added = texts(of: cures.draft).difference(from: texts(of: draft))
        #expect([.unknownKey, .missingColon].contains(code) ? added.removals.isEmpty : added.isEmpty)
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

    @Test(arguments: [
        "flow: |\n  hello\n  start: hello\n  steps:\n    hello:\n      say: Good day.\n",
        "flow: hello\u{2028}start: hello\u{2028}steps:\u{2028}  hello:\u{2028}    say: Good day.\u{2028}",
        "flow: >\n  hello\n\n  start: hello\n",
    ]) func `a name of several lines is not replaced, because the file would be lost`(_ flow: String) {
        let draft = SampleProject.written(["Flows/hello.yaml": flow]).draft()
        let diagnostic = draft.diagnostics.first { $0.code == .flowName }
        #expect(diagnostic?.message == "the name of the flow has several lines")
        #expect(diagnostic.map { draft.cures(for: $0).isEmpty } == true)
        #expect(CertainCures(of: draft).changed.isEmpty)
    }

    @Test(arguments: [("answers", "answer"), ("steps", "step"), ("say", "sy"), ("then", "thn")])
    func `a key with one letter too few is completed, also where texts are below it`(_ key: String, _ written: String) {
        let flow =
            "flow: hello\nstart: hello\nsteps:\n  hello:\n    ask: Which?\n    answers: [Bread, Cake]\n    then: bye\n  bye:\n    say: Bye.\n    then: end\n"
        let broken = flow.replacing("\(key):", with: "\(written):", maxReplacements: 1)
        let cures = CertainCures(of: SampleProject.written(["Flows/hello.yaml": broken]).draft())
        #expect(cures.draft.text("Flows/hello.yaml") == flow)
    }

    @Test(arguments: [
        ("answers:\n      -Bread\n      - Cake", "answers:\n      - Bread\n      - Cake"),
        ("answers:\n      – Bread\n      • Cake", "answers:\n      - Bread\n      - Cake"),
        ("\u{A0}\u{A0}answers: [Bread, Cake]", "  answers: [Bread, Cake]"),
        ("answers： [Bread, Cake]", "answers: [Bread, Cake]"),
    ]) func `signs of a word processor are replaced`(_ written: String, _ cured: String) {
        let flow = { (answers: String) in
            "flow: hello\nstart: hello\nsteps:\n  hello:\n    ask: Which?\n  \(answers.hasPrefix(" ") || answers.hasPrefix("\u{A0}") ? "" : "  ")\(answers)\n    then: end\n"
        }
        let cures = CertainCures(of: SampleProject.written(["Flows/hello.yaml": flow(written)]).draft())
        #expect(cures.draft.text("Flows/hello.yaml") == flow(cured))
        #expect(cures.draft.diagnostics.isEmpty)
    }

    @Test func `the difference shows the lines of a file that ends them with carriage returns`() {
        let old = SourceFile(path: "Flows/a.yaml", text: "1\r2\r3\r")
        let new = SourceFile(path: "Flows/a.yaml", text: "1\rtwo\r3\r")
        #expect(
            UnifiedDifference(from: old, to: new).text
                == "--- a/Flows/a.yaml\n+++ b/Flows/a.yaml\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n")
    }
}
