import Authoring
import Diagnostics
import Explanations
import FlowCompiler
import Testing

/// The broken example of a page becomes sound by a cure of its diagnostic.
@Suite struct CureTests {
    /// The codes whose page is cured by one of the cures.
    static let cured: [DiagnosticCode] = DiagnosticCode.allCases.filter {
        !uncured.contains($0) && !DiagnosticCode.explored.contains($0)
    }

    /// Mistakes that only the author can correct.
    static let uncured: Set<DiagnosticCode> = [
        .badEncoding, .badPattern, .nameTaken, .loopWithoutQuestion, .deadEnd, .runCircle, .resumeWithoutInterruption,
        .typeMismatch, .setChangesType, .badSum, .privateKept, .missingInput, .tooFewAnswers, .formTooLong,
        .textTooLong, .iconMissing, .imageSize, .imageTooBig, .noSlots, .totalNotPositive, .remindAfterExpiry,
        .translationMissing, .unreachableFlow, .noneForNothing,
        // These are reported when transcripts are played.
        .transcriptSyntax, .transcriptUnmatched, .transcriptNotOffered, .transcriptNothingWaiting, .transcriptExpect,
        .stepNotCovered, .propertySyntax,
    ]

    @Test func `most mistakes have a cure`() { #expect(Self.cured.count >= 90) }

    @Test func `a misspelt verb of a transcript is cured`() {
        let draft = SampleProject.written(["Flows/hello.transcript": "test: red\nclik: Red\n"]).draft()
        let span = Span(file: "Flows/hello.transcript", range: 10..<14)
        let diagnostic = Diagnostic(.transcriptSyntax, "no verb", at: span, help: "did you mean `tap`?")
        let edits = draft.cures(for: diagnostic).first?.edits ?? []
        #expect(draft.applying(edits).text("Flows/hello.transcript") == "test: red\ntap: Red\n")
    }

    @Test(arguments: [
        ("anywhere:\n  contains one of cake, bun*: hello", "contains cake, bun*"),
        ("entries:\n  words contains cake, bun: hello", "contains cake, bun"),
    ])
    func `words of a condition are left out`(lines: String, cured: String) throws {
        let bot = "bot: Bakery\nzone: Europe/Berlin\nstart: hello\nif_failed: end\n\(lines)\n"
        let flow = "flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Good day.\n    then: end\n"
        let draft = SampleProject.written(["Flows/bot.yaml": bot, "Flows/hello.yaml": flow]).draft()
        let diagnostic = try #require(draft.diagnostics.first { $0.code == .unknownWord })
        #expect(diagnostic.severity == .warning)
        let edits = draft.cures(for: diagnostic).first?.edits ?? []
        let after = draft.applying(edits)
        #expect(after.text("Flows/bot.yaml").contains("\n  \(cured): hello\n"))
        #expect(!after.diagnostics.contains { $0.code == .unknownWord })
    }

    @Test(arguments: cured) func `the broken example of a page becomes sound by a cure`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        let draft = SampleProject.of(page.broken).draft()
        let diagnostic = try #require(draft.diagnostics.first { $0.code == code })
        let cures = draft.cures(for: diagnostic)
        let outcomes = cures.map { cure in
            "\(cure.title)\(cure.isCertain ? " (certain)" : ""): "
                + draft.applying(cure.edits).diagnostics.map { "\($0.code.rawValue) \($0.message)" }.joined(
                    separator: "; ")
        }
        let sound = cures.contains { cure in
            let after = draft.applying(cure.edits).diagnostics
            return !after.contains { $0.code == code } && !after.hasErrors
        }
        #expect(sound, "\(outcomes.joined(separator: "\n"))\n\(draft.compilation.report.text())")
    }
}
