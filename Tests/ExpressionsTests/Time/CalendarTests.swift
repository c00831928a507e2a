import Expressions
import Foundation
import Testing

@Suite struct CalendarTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test func `days are counted as Foundation counts them`() throws {
        var random = SeededGenerator(seed: 3)
        let edges = [0, -1, 1, 59, 60, 365, 366, 10_957, 11_016, 11_017, 47_540, 47_541, 2_932_896, -141_427]
        for number in edges + (0..<3_000).map({ _ in Int.random(in: -141_427...2_932_896, using: &random) }) {
            let day = CalendarDate(dayNumber: number)
            let parts = Self.calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(number) * 86_400))
            #expect(
                (day.year, day.month, day.day) == (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0), "day \(number)")
            #expect(day.dayNumber == number)
            #expect(day.weekday.rawValue == ((parts.weekday ?? 0) + 5) % 7)
            #expect(CalendarDate(iso: day.iso) == day)
        }
    }

    @Test(arguments: [
        (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (0, 1, 1),
        (10_000, 1, 1), (2026, 1, 32),
    ])
    func `a day that does not exist is none`(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [(2028, 2, 29), (2000, 2, 29), (1, 1, 1), (9999, 12, 31), (2026, 12, 31)])
    func `a day that exists is one`(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day)?.day == day)
    }

    @Test func `months have their days`() {
        #expect(
            (1...12).map { CalendarDate.days(in: $0, of: 2027) } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
        #expect([1900, 2000, 2024, 2026, 2100].map { CalendarDate.days(in: 2, of: $0) } == [28, 29, 29, 28, 28])
    }

    @Test func `days are added over months and years`() {
        #expect(date("2026-12-31") + 1 == date("2027-01-01"))
        #expect(date("2028-02-28") + 1 == date("2028-02-29"))
        #expect(date("2026-03-01") + -1 == date("2026-02-28"))
        #expect(date("2026-12-01") < date("2026-12-02") && date("2026-12-31") < date("2027-01-01"))
    }
}
