import Testing

/// Everything at once by chance: the same seed always gives the same.
@Suite struct SeedTests {
    @Test(arguments: ["seed", "shop"])
    func `by chance nothing is lost, doubled, out of order, stuck or told`(place: String) async throws {
        guard Chaos.wanted?.hasPrefix("\(place)/") ?? true else { return }
        let wanted = Chaos.wanted?.split(separator: "/").last.flatMap { UInt64($0) }
        let seeds = wanted.map { $0..<$0 + 1 } ?? Chaos.firstSeed..<Chaos.firstSeed + Chaos.seeds
        let runs = seeds.map { seed in
            Chaos.Run(
                name: "\(place)/\(seed)", story: place == "shop" ? .randomShop(seed) : .random(seed),
                plan: Plan(seed: seed, survival: Survival.allCases[Int(seed % 4)], crashesByChance: seed % 5 != 0))
        }
        let sum = try await Chaos.play(runs)
        sum.tell("\(place): by chance")
        sum.expectKept()
    }

    @Test(arguments: [Story.random(3), .random(8), .random(21), .randomShop(2), .randomShop(5), .randomShop(9)])
    func `a run can be played again`(story: Story) async throws {
        let plan = Plan(seed: 21, survival: .torn, crashesByChance: true)
        let first = try await Chaos.play(story, plan)
        let second = try await Chaos.play(story, plan)
        for (line, again) in zip(first.transcript, second.transcript) {
            #expect(line == again)
            if line != again { break }
        }
        #expect(first.transcript.count == second.transcript.count)
        #expect(first.kinds.count == second.kinds.count)
    }
}
