import Testing

/// One run, with the name by which it can be replayed: `seed/7`, or `booking/212/torn`.
struct ChaosRun: Sendable {
    var name: String
    var story: Story
    var plan: Plan

    /// The command that replays it.
    var command: String { "make chaos CHAOS_REPLAY=\(name)" }

    /// A random run in the garage.
    static func seed(_ seed: UInt64) -> ChaosRun { byChance("seed", seed, .random(seed)) }

    /// A random run in the shop.
    static func shop(_ seed: UInt64) -> ChaosRun { byChance("shop", seed, .randomShop(seed)) }

    private static func byChance(_ place: String, _ seed: UInt64, _ story: Story) -> ChaosRun {
        ChaosRun(
            name: "\(place)/\(seed)", story: story,
            plan: Plan(seed: seed, survival: Survival.allCases[Int(seed % 4)], crashesByChance: seed % 5 != 0))
    }

    /// A story whose process dies at a point.
    static func crash(of story: Story, at point: Int, _ survival: Survival) -> ChaosRun {
        ChaosRun(
            name: "\(story.name)/\(point)/\(survival)", story: story,
            plan: Plan(seed: 1, crash: point, survival: survival, crashesAgain: point % 3 == 0))
    }
}

extension ChaosRun: CustomTestStringConvertible {
    var testDescription: String { name }
}

extension Story: CustomTestStringConvertible {
    var testDescription: String { name }
}
