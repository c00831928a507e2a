import Testing

/// Everything at once by chance: the same seed always gives the same.
@Suite struct SeedTests {
    @Test(arguments: ["seed", "shop"])
    func `by chance nothing is lost, doubled, out of order, stuck or told`(place: String) async throws {
        guard Chaos.wanted?.hasPrefix("\(place)/") ?? true else { return }
        let wanted = Chaos.wanted?.split(separator: "/").last.flatMap { UInt64($0) }
        let seeds = wanted.map { $0..<$0 + 1 } ?? Chaos.firstSeed..<Chaos.firstSeed + Chaos.seeds
        let sum = try await Chaos.play(seeds.map(place == "shop" ? ChaosRun.shop : ChaosRun.seed))
        sum.tell("\(place): by chance")
        sum.expectKept()
    }
}
