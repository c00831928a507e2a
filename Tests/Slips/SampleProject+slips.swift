public import SampleProjects
import TestSupport

extension SampleProject {
    /// Makes seeded slips of every kind, the same number of each.
    public static func slips(
        _ count: Int, ofEachKindIn projects: [SampleProject], seed: UInt64
    ) -> [(project: SampleProject, slip: Slip)] {
        guard !projects.isEmpty else { return [] }
        return SlipKind.allCases.enumerated().flatMap { place, kind in
            var random = SeededRandom(seed: seed &* 31 &+ UInt64(place) &+ 1)
            var slips: [(SampleProject, Slip)] = []
            var attempts = 0
            while slips.count < count, attempts < count * 50 {
                attempts += 1
                let project = random.pick(projects)
                if let slip = Slip.random(kind, in: project.files, using: &random) { slips.append((project, slip)) }
            }
            return slips
        }
    }
}
