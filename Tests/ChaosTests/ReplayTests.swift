import Testing

/// A run that breaks a promise is useful only if it can be replayed.
///
/// `make replays` plays each twenty times.
@Suite struct ReplayTests {
    /// Every story with a crash in its middle, and some random runs; with `CHAOS_SEEDS`, that number of them.
    private static let runs: [ChaosRun] =
        Story.all.enumerated().map { .crash(of: $1, at: 150 + 7 * $0, Survival.allCases[$0 % 4]) }
        + seeds([3, 8, 21]).map(ChaosRun.seed) + seeds([2, 5, 9, 11]).map(ChaosRun.shop)

    private static func seeds(_ few: [UInt64]) -> [UInt64] {
        Chaos.isThorough ? Array(Chaos.firstSeed..<Chaos.firstSeed + Chaos.seeds) : few
    }

    @Test(arguments: runs)
    func `a run can be played again`(run: ChaosRun) async throws {
        guard Chaos.wanted ?? run.name == run.name else { return }
        let first = try await Chaos.play(run.story, run.plan)
        for _ in 1..<max(2, Chaos.times) {
            let again = try await Chaos.play(run.story, run.plan)
            let difference = Self.difference(first, again)
            guard let difference else { continue }
            Issue.record("\(run.name) went another way; play it with: \(run.command)\n\(difference)")
            return
        }
    }

    /// Returns where two endings of a run diverge; `nil` when they are equal.
    private static func difference(_ first: Ending, _ second: Ending) -> String? {
        if let parted = difference(first.transcript, second.transcript) { return parted }
        if let parted = difference(first.log, second.log) { return "in the log:\n\(parted)" }
        if let moment = zip(first.kinds, second.kinds).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "at moment \(moment + 1): \(first.kinds[moment]), then \(second.kinds[moment])"
        }
        let counts = [first, second].map { [$0.kinds.count, $0.locks, $0.readings, $0.crashes, $0.failures] }
        if counts[0] != counts[1] {
            return "moments, locks, readings, crashes, failures: \(counts[0]), then \(counts[1])"
        }
        return first.next == second.next ? nil : "chance was drawn more often in one of them"
    }

    /// Returns the last common line, and then the line of each; `nil` when they are equal.
    private static func difference(_ first: [String], _ second: [String]) -> String? {
        let common = zip(first, second).prefix { $0 == $1 }.count
        guard common < max(first.count, second.count) else { return nil }
        let shared = first[..<common].map { "  \($0)" }
        let parted = [("-", first), ("+", second)].compactMap { mark, lines in
            common < lines.count ? "\(mark) \(lines[common])" : nil
        }
        return (shared + parted).joined(separator: "\n")
    }
}
