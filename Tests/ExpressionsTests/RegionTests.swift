import Expressions
import Foundation
import Testing

/// Parsing and formatting of dates, numbers and money in a region.
@Suite struct RegionWordsTests {
    private static let today = CalendarDate(iso: "2026-03-02") ?? .first

    private static func words(_ language: String, _ region: String) -> TypedWords {
        TypedWords(language: language, region: RegionCode(region) ?? .unknown)
    }

    @Test(arguments: [
        ("en", "US", "12/1/2031", "2031-12-01"), ("en", "GB", "12/1/2031", "2031-01-12"),
        ("en", "DE", "12/1/2031", "2031-01-12"), ("en", "AU", "12/1/2031", "2031-01-12"),
        ("en", "", "12/1/2031", "2031-01-12 2031-12-01"), ("en", "CA", "12/1/2031", "2031-01-12 2031-12-01"),
        ("en", "JP", "12/1/2031", "2031-01-12 2031-12-01"), ("en", "", "13/1/2031", "2031-01-13"),
        ("en", "", "1/13/2031", "2031-01-13"), ("en", "", "2031-12-01", "2031-12-01"), ("en", "", "13/13/2031", ""),
        ("en", "", "1 December 2031", "2031-12-01"), ("en", "", "7.7.2031", "2031-07-07"),
        ("en", "US", "25/12/2031", "2031-12-25"), ("de", "", "12.1.2031", "2031-01-12"),
        ("de", "DE", "12/1/2031", "2031-01-12"), ("de", "US", "12.1.2031", "2031-01-12"),
        ("de", "US", "12/1/2031", "2031-01-12 2031-12-01"), ("fr", "CA", "12/1/2031", "2031-01-12"),
        ("ja", "JP", "12/1", "2026-12-01"), ("en-US", "", "12/1/2031", "2031-12-01"),
        ("en-US", "IE", "12/1/2031", "2031-01-12"),
    ])
    func `a date in digits is read in the order of the region`(
        language: String, region: String, typed: String, days: String
    ) {
        let dates = Self.words(language, region).dates(typed, today: Self.today)
        #expect(dates.map(\.iso).joined(separator: " ") == days)
        #expect(Self.words(language, region).date(typed, today: Self.today)?.iso == (dates.count == 1 ? days : nil))
    }

    @Test(arguments: [
        ("en", "US", "1,024.90", "1024.90"), ("en", "DE", "1.024,90", "1024.90"), ("en", "DE", "24.90", "24.90"),
        ("en", "DE", "1,024.90", "1024.90"), ("en", "DE", "1.024", "1024.00"), ("en", "", "1,024", "1024.00"),
        ("de", "CH", "24.90", "24.90"), ("de", "CH", "24,90", "24.90"), ("de", "DE", "24.9", nil),
        ("en", "DE", "24.9.0", nil), ("en", "IE", "€24.90", "24.90"), ("en", "DE", "24,90 €", "24.90"),
    ])
    func `an amount is read as in the region, else as the language writes it`(
        language: String, region: String, typed: String, amount: String?
    ) throws {
        let euro = try #require(Currency("EUR"))
        #expect(Self.words(language, region).money(typed, in: euro)?.plainAmount == amount)
    }

    @Test(arguments: [
        ("en", "US", "12/01/2031", "$24.90", "€1,024.90", "December 1, 2031"),
        ("en", "IE", "01/12/2031", "US$24.90", "€1,024.90", "1 December 2031"),
        ("en", "", "01/12/2031", "US$24.90", "€1,024.90", "1 December 2031"),
        ("en", "ZZ", "01/12/2031", "US$24.90", "€1,024.90", "1 December 2031"),
        ("de", "DE", "01.12.2031", "24,90\u{A0}$", "1.024,90\u{A0}€", "1. Dezember 2031"),
        // Where English is a guest, its words keep the pattern of English, and digits are those of the region.
        ("en", "DE", "01.12.2031", "24,90\u{A0}US$", "1.024,90\u{A0}€", "1 December 2031"),
        // There is no data for German in the United States, so it is formatted as in Germany.
        ("de", "US", "01.12.2031", "24,90\u{A0}$", "1.024,90\u{A0}€", "1. Dezember 2031"),
    ])
    func `dates and money are written as in the region`(
        language: String, region: String, short: String, dollars: String, euros: String, day: String
    ) throws {
        let wording = Wording(language: language, zone: .utc, region: RegionCode(region) ?? .unknown)
        let date = Value.date(try #require(CalendarDate(iso: "2031-12-01")))
        #expect(wording.text(date, as: .shortDate) == short)
        #expect(wording.text(date) == day)
        let usd = try #require(Currency("USD"))
        #expect(wording.text(.money(Money(try #require(Decimal(string: "24.90")), usd))) == dollars)
        let eur = try #require(Currency("EUR"))
        #expect(wording.text(.money(Money(try #require(Decimal(string: "1024.90")), eur))) == euros)
    }

    @Test(arguments: [
        ("en_US", "US"), ("en_us", "US"), ("de-DE", "DE"), ("zh-Hans-CN", "CN"), ("es-419", "419"), ("en", "ZZ"),
        ("en_QQ", "ZZ"), ("", "ZZ"), ("x", "ZZ"), ("de-ß", "ZZ"), ("de-é-DE", "DE"), ("es-٤١٩", "ZZ"),
    ])
    func `the region stands in the locale`(locale: String, region: String) {
        #expect(RegionCode(locale: locale).code == region)
    }

    /// In every region for which there is data in English: a day, a month and a year without a point between them.
    @Test(arguments: Locale.availableIdentifiers.filter { $0.hasPrefix("en_") && $0.count == 5 }.sorted())
    func `dates in English words are written in English`(locale: String) throws {
        let wording = Wording(language: "en", zone: .utc, region: RegionCode(locale: locale))
        let date = try #require(CalendarDate(iso: "2031-12-01"))
        let day = wording.text(.date(date))
        #expect(
            ["1 December 2031", "01 December 2031", "December 1, 2031", "1 December, 2031"].contains(day),
            "\(locale): \(day)")
        let month = wording.dayOfMonth(date)
        #expect(["1 December", "01 December", "December 1"].contains(month), "\(locale): \(month)")
    }

    @Test func `texts of an earlier edition are written as they were`() throws {
        let region = try #require(RegionCode("DE"))
        let date = Value.date(try #require(CalendarDate(iso: "2031-12-01")))
        let first = Wording(language: "en", zone: .utc, region: region, edition: .first)
        #expect(first.text(date) == "1. December 2031")
        #expect(
            first.text(date, as: .shortDate)
                == Wording(language: "en", zone: .utc, region: region).text(date, as: .shortDate))
    }
}
