import TestSupport
import Testing
import Traces

@testable import OpenTelemetry

/// Which traces are recorded.
@Suite struct SamplingTests {
    @Test(arguments: [0, 0.25, 0.5, 0.99, 1])
    func `a share of the traces that begin here is recorded`(share: Double) {
        let sampling = TraceSampling(share: share)
        var random = SeededRandom(seed: 5)
        let count = (0..<10_000).count { _ in sampling.records(.random(using: &random), below: nil) }
        #expect(abs(Double(count) / 10_000 - share) < 0.02)
        if share == 0 { #expect(count == 0) }
        if share == 1 { #expect(count == 10_000) }
    }

    @Test func `a larger share has the traces of a smaller one, on every server`() {
        var random = SeededRandom(seed: 6)
        for _ in 0..<1_000 {
            let trace = TraceID.random(using: &random)
            let shares = [0.1, 0.5, 0.9].map { TraceSampling(share: $0).records(trace, below: nil) }
            #expect(shares == shares.sorted { !$0 && $1 })
        }
    }

    @Test func `a caller decides for its own trace`() throws {
        let recorded = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        var other = recorded
        other.isSampled = false
        #expect(TraceSampling(share: 0).records(recorded.traceID, below: recorded))
        #expect(!TraceSampling(share: 1).records(recorded.traceID, below: other))
    }
}
