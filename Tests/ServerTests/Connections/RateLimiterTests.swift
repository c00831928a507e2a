import Channels
import Expressions
import Testing

/// Token buckets fill and empty.
@Suite struct RateLimiterTests {
    private let now = Moment(seconds: 1_796_115_600)
    private let rate = Rate(atOnce: 3, aMinute: 6)

    @Test func `a bucket is emptied at once and fills with time`() {
        let buckets = RateLimiter<String>()
        #expect((0..<3).allSatisfy { _ in buckets.take("a", at: rate, now: now) == nil })
        #expect(buckets.take("a", at: rate, now: now) == 10)
        #expect(buckets.wait(for: "a", at: rate, now: now) == 10)
        #expect(buckets.take("b", at: rate, now: now) == nil)
        #expect(buckets.take("a", at: rate, now: now + .seconds(9)) == 1)
        #expect(buckets.take("a", at: rate, now: now + .seconds(10)) == nil)
        #expect(buckets.take("a", at: rate, now: now + .seconds(10)) == 10)
    }

    @Test func `looking takes nothing, and a bucket is never fuller than full`() {
        let buckets = RateLimiter<String>()
        for _ in 0..<10 { #expect(buckets.wait(for: "a", at: rate, now: now) == nil) }
        _ = buckets.take("a", at: rate, now: now)
        let later = now + .hours(5)
        #expect((0..<4).map { _ in buckets.take("a", at: rate, now: later) } == [nil, nil, nil, 10])
    }

    @Test func `a clock that is set back gives nobody more`() {
        let buckets = RateLimiter<String>()
        for _ in 0..<3 { _ = buckets.take("a", at: rate, now: now + .hours(1)) }
        #expect(buckets.take("a", at: rate, now: now) == 10)
    }

    @Test func `however many come, they take a bounded place, and full buckets go first`() {
        let buckets = RateLimiter<Int>(atMost: 100)
        for _ in 0..<3 { _ = buckets.take(0, at: rate, now: now) }
        for other in 1...60 { _ = buckets.take(other, at: rate, now: now + .seconds(-600)) }
        for other in 61...140 { _ = buckets.take(other, at: rate, now: now) }
        #expect(buckets.take(0, at: rate, now: now) == 10, "those whose buckets were full again made room")
        for other in 141...400 { _ = buckets.take(other, at: rate, now: now) }
        #expect(buckets.take(0, at: rate, now: now) == nil, "too many at once: all begin anew")
    }
}
