import Diagnostics
import Expressions
import FlowCompiler
import Testing

@testable import Authoring

/// The answer that a question lacks, in each way in which answers are written.
@Suite struct AnswerEditTests {
    private func flow(_ answers: String) -> String {
        """
        flow: shop
        start: welcome
        steps:
          welcome:
            ask: What needs fixing?
        \(answers)
            then: wheels

          wheels:
            say: That takes 20 minutes.
            then: end

          person:
            hand_over: counter
            then: end

        """
    }

    private func files(_ answers: String) -> ProjectFiles {
        let bot = """
            bot: shop
            business: Quay Bikes
            zone: Europe/Berlin
            languages: [en]
            start: shop
            anywhere:
              agent, help, support: shop/person
            people:
              counter:
            if_silent:
              after: 10 minutes
              then: end
            if_other:
              say: Please choose one of the answers.
              then: end

            """
        return ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", bytes: Array(bot.utf8)),
                SourceFile(path: "Flows/shop.yaml", bytes: Array(flow(answers).utf8)),
            ], assets: [:], version: "")
    }

    private static let cases: [(answers: String, label: String, like: String?, expected: String)] = [
        (
            "    answers:\n      Wheels: wheels\n      Brakes: wheels\n", "flat tyre", "Wheels",
            "    answers:\n      Wheels: wheels\n      Flat tyre: wheels\n      Brakes: wheels\n"
        ),
        (
            "    answers:\n      - Wheels\n      - Brakes\n", "flat tyre", nil,
            "    answers:\n      - Wheels\n      - Brakes\n      - Flat tyre\n"
        ),
        ("    answers: [Wheels, Brakes]\n", "flat tyre", "Brakes", "    answers: [Wheels, Brakes, Flat tyre]\n"),
        (
            "    answers:\n      - label: Wheels\n        note: 20 minutes\n        then: wheels\n      - Brakes\n",
            "what does it cost, \"roughly\"?", "Wheels",
            "    answers:\n      - label: Wheels\n        note: 20 minutes\n        then: wheels\n      - label: \"What does it cost, roughly?\"\n        then: wheels\n      - Brakes\n"
        ),
    ]

    @Test(arguments: cases) func `an answer is added in the form of the others, and the flow compiles`(
        answers: String, label: String, like: String?, expected: String
    ) throws {
        let files = files(answers)
        let step = StepName(flow: "shop", step: "welcome")
        let edit = try #require(AnswerEdit(label: label, like: like, at: step).edit(of: files))
        var bytes = Array(flow(answers).utf8)
        bytes.replaceSubrange(edit.span.range, with: Array(edit.text.utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == flow(expected))
        var changed = files
        changed.texts[1] = SourceFile(path: "Flows/shop.yaml", bytes: bytes)
        let report = Compiler.compile(changed, options: CompilerOptions(now: Moment(milliseconds: 0))).report
        #expect(!report.diagnostics.hasErrors, "\(report.text())")
        let labels = AnswerEdit.labels(at: step, in: changed)
        #expect(labels.count == AnswerEdit.labels(at: step, in: files).count + 1)
    }

    @Test func `a step without written answers takes none`() {
        let files = files("    text: one line\n")
        for step in ["welcome", "wheels", "nowhere"] {
            let edit = AnswerEdit(label: "flat tyre", like: nil, at: StepName(flow: "shop", step: step)).edit(of: files)
            #expect(edit == nil, "\(step)")
        }
    }
}
