import Authoring
import Diagnostics
import Explanations
import FlowCompiler
import Testing

/// The broken example of a page becomes sound by a cure of its diagnostic.
@Suite struct CureTests {
    /// The codes whose page is cured by one of the cures.
    static let cured: [DiagnosticCode] = DiagnosticCode.allCases.filter { !uncured.contains($0) }

    /// Mistakes that only the author can correct.
    static let uncured: Set<DiagnosticCode> = [
        .badEncoding, .badPattern, .nameTaken, .loopWithoutQuestion, .deadEnd, .runCircle,
    ]

    @Test(arguments: cured) func `the broken example of a page becomes sound by a cure`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        let draft = SampleProject.of(page.broken).draft()
        let diagnostic = try #require(draft.diagnostics.first { $0.code == code })
        let cures = draft.cures(for: diagnostic)
        let outcomes = cures.map { cure in
            "\(cure.title)\(cure.isCertain ? " (certain)" : ""): "
                + draft.applying(cure.edits).diagnostics.map { "\($0.code.rawValue) \($0.message)" }.joined(separator: "; ")
        }
        let sound = cures.contains { cure in
            let after = draft.applying(cure.edits).diagnostics
            return !after.contains { $0.code == code } && !after.hasErrors
        }
        #expect(sound, "\(outcomes.joined(separator: "\n"))\n\(draft.compilation.report.text())")
    }
}
