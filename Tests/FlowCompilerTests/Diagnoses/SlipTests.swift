import Foundation
import SampleProjects
import Slips
import Testing

/// A mistake is reported at its cause, once: single slips in every project of the repository.
///
/// `make slips` makes more of them, and shows the worst.
@Suite struct SlipTests {
    private static let repository = Fixtures.folder.deletingLastPathComponent().deletingLastPathComponent()

    @Test func `a single slip brings one diagnostic, and hardly ever more than two`() {
        let projects = SampleProject.all(in: Self.repository)
        #expect(projects.contains { $0.name.hasSuffix("/practice") } && projects.count > 10)
        let outcomes = SlipOutcome.outcomes(of: SampleProject.slips(10, ofEachKindIn: projects, seed: 2026))
        let all = SlipDistribution(of: outcomes)
        #expect(all.slips == 10 * SlipKind.allCases.count)
        #expect(all.median == 1, "\n\(SlipTable(outcomes))")
        #expect(all.percentile95 <= 2, "\n\(SlipTable(outcomes))")
    }

    @Test func `slips with the same seed are the same`() {
        let projects = SampleProject.all(in: Fixtures.folder.appending(path: "Correct"))
        let (first, second) = (
            SampleProject.slips(3, ofEachKindIn: projects, seed: 5),
            SampleProject.slips(3, ofEachKindIn: projects, seed: 5)
        )
        #expect(first.map(\.slip.after) == second.map(\.slip.after))
    }
}
