import Expressions
import Foundation
import Testing

@Suite struct ZoneTests {
    @Test(arguments: [
        ("Europe/Berlin", "2026-07-01 12:00", "2026-07-01T10:00:00Z"),
        ("Europe/Berlin", "2026-12-01 12:00", "2026-12-01T11:00:00Z"),
        ("America/New_York", "2026-07-01 12:00", "2026-07-01T16:00:00Z"),
        ("Asia/Kathmandu", "2026-07-01 12:00", "2026-07-01T06:15:00Z"),
        ("Asia/Tokyo", "2026-01-01 00:00", "2025-12-31T15:00:00Z"),
        ("Pacific/Apia", "2026-01-01 00:00", "2025-12-31T11:00:00Z"),
        ("UTC", "2026-01-01 00:00", "2026-01-01T00:00:00Z"),
        ("America/St_Johns", "2026-01-01 00:00", "2026-01-01T03:30:00Z"),
    ])
    func `clocks of a zone show their own time`(_ name: String, _ local: String, _ utc: String) {
        let zone = Zone.zone(name)
        let moment = moment(local, in: zone)
        #expect(moment.iso == utc)
        #expect(
            zone.local(moment).date.iso + " " + (zone.local(moment).time.hour < 10 ? "0" : "")
                + zone.local(moment).time.text == local)
    }

    @Test(arguments: [
        // Skipped: read as if the clocks had not been changed yet.
        ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00Z"),
        ("America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00Z"),
        // The last time before and the first after.
        ("Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z"),
        ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
        // Ambiguous: the first one counts.
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
        ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00Z"),
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
        ("Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00Z"),
    ])
    func `a time that a clock change skips or repeats means one moment`(_ name: String, _ local: String, _ utc: String)
    {
        #expect(moment(local, in: .zone(name)).iso == utc)
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
        "Africa/Casablanca", "UTC",
    ])
    func `what clocks show leads back to the moment, unless it was skipped`(_ name: String) throws {
        let zone = Zone.zone(name)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<1_500 {
            let day = CalendarDate(dayNumber: Int.random(in: 14_610...24_000, using: &random))
            let time = try #require(
                TimeOfDay(hour: Int.random(in: 0...23, using: &random), minute: Int.random(in: 0...59, using: &random)))
            let moment = zone.moment(day, time)
            let shown = zone.local(moment)
            if shown.date == day, shown.time == time {
                // Half an hour or an hour earlier the clocks showed a different time.
                for back in [30, 60] {
                    #expect(zone.local(moment - .minutes(back)).time != time, "\(day.iso) \(time.text)")
                }
            } else {
                #expect(
                    zone.offset(at: moment) != zone.offset(at: moment - .hours(3)),
                    "\(day.iso) \(time.text) was not skipped")
            }
        }
    }

    @Test(arguments: ["Europe/Berln", "Berlin", "CET", "EST", "GMT+1", "", "/", "europe/berlin x"])
    func `what is no zone of the database is none`(_ name: String) { #expect(Zone(name) == nil) }

    @Test func `the end of a day is midnight of the next`() throws {
        let end = try #require(TimeOfDay(hour: 24, minute: 0))
        #expect(Zone.berlin.moment(date("2026-12-01"), end) == moment("2026-12-02 00:00"))
    }

    @Test func `seconds before 1970 are rounded down`() {
        #expect(Zone.utc.local(Moment(milliseconds: -1)).date == date("1969-12-31"))
        #expect(Zone.utc.local(Moment(milliseconds: -1)).second == 59)
        #expect(Moment(milliseconds: -1).seconds == -1 && Moment(milliseconds: 1999).seconds == 1)
    }
}
