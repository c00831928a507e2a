import Expressions
import Testing

@testable import Server

/// The limits on calls to pay sheets.
@Suite struct SheetCallLimitTests {
    private let now = Moment(seconds: 1_796_115_600)

    @Test func `a sheet that is called too often waits for the next minute, and no other sheet does`() async {
        let limit = SheetCallLimit()
        var taken = 0
        for _ in 0..<200 where await limit.withPermit("a", at: now, { true }) != nil { taken += 1 }
        #expect(taken == 120)
        #expect(await limit.withPermit("b", at: now) { true } != nil)
        #expect(await limit.withPermit("a", at: now + .seconds(59)) { true } == nil)
        #expect(await limit.withPermit("a", at: now + .minutes(1)) { true } != nil)
    }

    @Test func `so many are inside at once, and each that leaves makes room`() async {
        let limit = SheetCallLimit()
        let taken = await Self.nested(in: limit, at: now, from: 0, to: 300)
        #expect(taken == 256)
        #expect(await limit.withPermit("last", at: now) { true } != nil)
    }

    /// Calls sheets, each while all previous calls are in progress. Returns the number of admitted calls.
    private static func nested(in limit: SheetCallLimit, at now: Moment, from first: Int, to end: Int) async -> Int {
        guard first < end else { return 0 }
        let inside = await limit.withPermit("\(first)", at: now) {
            await nested(in: limit, at: now, from: first + 1, to: end) + 1
        }
        return inside ?? 0
    }
}
