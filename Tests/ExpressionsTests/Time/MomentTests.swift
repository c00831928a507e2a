import Expressions
import Testing

@Suite struct MomentTests {
    @Test(arguments: [
        ("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"), ("2026-12-01T10:00Z", "2026-12-01T10:00:00Z"),
        ("2026-12-01T10:00:59+01:00", "2026-12-01T09:00:59Z"),
        ("2026-12-01T10:00+0530", "2026-12-01T04:30:00Z"), ("2026-12-01T10:00-03", "2026-12-01T13:00:00Z"),
        ("2026-12-01 10:00:00Z", "2026-12-01T10:00:00Z"),
        ("2026-12-01T10:00:00.123Z", "2026-12-01T10:00:00Z"), ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00Z"),
        ("2026-12-01T00:00-00:00", "2026-12-01T00:00:00Z"),
    ])
    func `ISO 8601 is read with its offset`(_ text: String, _ utc: String) { #expect(Moment(iso: text)?.iso == utc) }

    @Test(arguments: [
        "", "2026-12-01", "2026-12-01T10:00", "2026-12-01T10", "2026-12-01T24:00Z", "2026-12-01T10:60Z",
        "2026-12-01T10:00:61Z", "2026-13-01T10:00Z",
        "2026-02-30T10:00Z", "2026-12-01T10:00X", "2026-12-01T10:00Zx", "2026-12-01T10:00+1", "2026-12-01T10:00+01:60",
        "26-12-01T10:00Z", "2026-12-01t10:00Z",
        "２026-12-01T10:00Z",
    ])
    func `what is no moment is none`(_ text: String) { #expect(Moment(iso: text) == nil) }

    @Test func `without an offset the zone decides`() {
        #expect(Moment(iso: "2026-12-01T10:00", in: .berlin)?.iso == "2026-12-01T09:00:00Z")
        #expect(Moment(iso: "2026-07-01 10:00:30", in: .berlin)?.iso == "2026-07-01T08:00:30Z")
        #expect(Moment(iso: "2026-07-01T10:00Z", in: .berlin)?.iso == "2026-07-01T10:00:00Z")
    }

    @Test func `a moment is written with the offset of a zone`() {
        #expect(moment("2026-12-01 10:00").iso(in: .berlin) == "2026-12-01T10:00:00+01:00")
        #expect(moment("2026-12-01 10:00").iso(in: .zone("America/St_Johns")) == "2026-12-01T05:30:00-03:30")
        #expect(moment("2026-12-01 10:00").iso(in: .utc) == "2026-12-01T09:00:00+00:00")
    }

    @Test func `moments and lengths are reckoned`() {
        #expect(moment("2026-12-01 10:00") + .minutes(90) == moment("2026-12-01 11:30"))
        #expect(moment("2026-12-01 10:00") - moment("2026-12-01 09:00") == .hours(1))
        #expect(moment("2026-12-01 10:00") - .days(1) == moment("2026-11-30 10:00"))
        #expect(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(45)).end == moment("2026-12-01 10:45"))
    }

    @Test func `what is beyond all integers is the last or the first moment`() {
        let (last, first) = (Moment(milliseconds: .max), Moment(milliseconds: .min))
        #expect(Moment(seconds: .max) == last && Moment(seconds: .min) == first)
        #expect(Moment(seconds: .max / 1000).seconds == .max / 1000)
        #expect(last + .days(1) == last && first - .days(1) == first && last - .days(1) < last)
        #expect((last - first).milliseconds == .max && (first - last).milliseconds == .min)
        #expect(first.seconds < 0 && TimeLength.days(.max).milliseconds == .max)
        #expect((TimeLength.days(.min) * 2).milliseconds == .min && (TimeLength.days(.min) * -2).milliseconds == .max)
        #expect(TimeLength.seconds(.max) + .seconds(1) == .seconds(.max))
    }
}
