import Expressions
import Testing

@testable import AppleSimulator

@Suite struct `Times at GMT` {
    @Test(arguments: [
        ("1970-01-01T00:00Z", 0), ("1970-01-01T00:00:01+0000", 1), ("2026-11-23T09:00+00:00", 1_795_424_400),
        ("2024-02-29T23:59:59Z", 1_709_251_199), ("2000-03-01T00:00Z", 951_868_800), ("1969-12-31T23:59:59Z", -1),
        ("2100-03-01T00:00Z", 4_107_542_400),
    ]) func `are read to the second`(_ row: (String, Int)) {
        #expect(UTCTime.moment(row.0) == Moment(seconds: row.1))
    }

    @Test(arguments: [
        "", "2026-11-23", "2026-11-23T9:00Z", "2026-11-23T24:00Z", "2026-11-23T09:60Z", "2026-11-23T09:00:60Z",
        "2026-13-01T00:00Z", "2026-00-01T00:00Z", "2026-04-31T00:00Z", "2100-02-29T00:00Z", "2026-11-23T09:00",
        "2026-11-23T09:00:00.000Z", "2026-11-23T09:00+0100", "2026-11-23T09:00-0000", "2026-11-23t09:00Z",
        "2026-11-23T09:00:Z", "2026-1１-23T09:00Z",
    ]) func `are nothing else`(_ text: String) {
        #expect(UTCTime.moment(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_795_424_400_123, "2026-11-23T09:00:00.123Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (1_709_164_799_999, "2024-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    ]) func `are written to the millisecond`(_ row: (Int, String)) {
        #expect(UTCTime.text(Moment(milliseconds: row.0)) == row.1)
    }
}
