import FlowEngine
import TestSupport
import Testing

/// Whatever customers do and authors edit, a conversation can continue, and its replay is equal byte for byte.
@Suite struct WalkTests {
    private static let steps = 50

    @Test(arguments: 0..<8) func `walks through bots made by chance, edited meanwhile, never strand anybody`(
        batch: Int
    ) throws {
        for number in 0..<20 {
            let seed = UInt64(batch * 1_000 + number)
            let engines = (0..<3).map { version in
                Engine(RandomBot.bot(seed: seed * 3 + UInt64(version), version: "\(version)"))
            }
            try walk(engines, seed: seed)
        }
    }

    @Test(arguments: try KeptHistory.all) func `walks through checked flows never strand anybody`(
        history: KeptHistory
    ) throws {
        for seed in 0..<25 { try walk([history.engine], seed: UInt64(seed)) }
    }

    private func walk(_ engines: [Engine], seed: UInt64) throws {
        var walk = Walk(engines, seed: seed)
        do {
            for _ in 0..<Self.steps { try walk.step() }
            try walk.talk.expectReplay()
        } catch {
            Issue.record(error, "seed \(seed)")
        }
    }
}
