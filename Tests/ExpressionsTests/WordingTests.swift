import Expressions
import Foundation
import Testing

/// The format of values in the customer's language: section 4.3 of the flow language.
@Suite struct WordingTests {
    private static let slot = Value.time(TimeSlot(start: moment("2026-12-01 14:05"), duration: .minutes(45)))
    private static let day = Value.date(date("2026-12-01"))

    /// Returns the formatted value, with all kinds of space replaced by a plain one and without bidirectional marks.
    private func write(_ value: Value, _ format: String? = nil, in language: String) throws -> String {
        let wording = Wording(language: language, zone: .berlin)
        let text = try format.map { wording.text(value, as: try #require(ValueFormat($0))) } ?? wording.text(value)
        let plain = text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
        return plain.filter { !"\u{200E}\u{200F}\u{2068}\u{2069}\u{61C}".contains($0) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let language: String
        let texts: [String]
        var testDescription: String { language }

        init(_ language: String, _ texts: String...) {
            self.language = language
            self.texts = texts
        }
    }

    @Test(arguments: [
        Row("en", "1 December 2026", "1 December 2026", "01/12/2026", "Tuesday", "2026-12-01"),
        Row("de", "1. Dezember 2026", "1. Dezember 2026", "01.12.2026", "Dienstag", "2026-12-01"),
        Row("fr", "1 décembre 2026", "1 décembre 2026", "01/12/2026", "mardi", "2026-12-01"),
        Row("es", "1 de diciembre de 2026", "1 de diciembre de 2026", "01/12/2026", "martes", "2026-12-01"),
        Row("ja", "2026年12月1日", "2026年12月1日", "2026/12/01", "火曜日", "2026-12-01"),
        Row("ar", "1 ديسمبر، 2026", "1 ديسمبر، 2026", "01/12/2026", "الثلاثاء", "2026-12-01"),
        Row("en-US", "December 1, 2026", "December 1, 2026", "12/01/2026", "Tuesday", "2026-12-01"),
    ])
    func `a date is written as people write it`(_ row: Row) throws {
        let formats: [String?] = [nil, "date", "short date", "day", "iso"]
        #expect(try formats.map { try write(Self.day, $0, in: row.language) } == row.texts)
    }

    @Test(arguments: [
        Row("en", "1 December 2026 at 14:05", "14:05", "Tuesday", "2026-12-01T14:05:00+01:00"),
        Row("de", "1. Dezember 2026 um 14:05", "14:05", "Dienstag", "2026-12-01T14:05:00+01:00"),
        Row("fr", "1 décembre 2026 à 14:05", "14:05", "mardi", "2026-12-01T14:05:00+01:00"),
        Row("es", "1 de diciembre de 2026, 14:05", "14:05", "martes", "2026-12-01T14:05:00+01:00"),
        Row("ja", "2026年12月1日 14:05", "14:05", "火曜日", "2026-12-01T14:05:00+01:00"),
        Row("ar", "1 ديسمبر، 2026، 2:05 م", "2:05 م", "الثلاثاء", "2026-12-01T14:05:00+01:00"),
        Row("en-US", "December 1, 2026 at 2:05 PM", "2:05 PM", "Tuesday", "2026-12-01T14:05:00+01:00"),
    ])
    func `a time is written as people write it`(_ row: Row) throws {
        let formats: [String?] = [nil, "time", "day", "iso"]
        #expect(try formats.map { try write(Self.slot, $0, in: row.language) } == row.texts)
    }

    @Test func `a time is that of the clocks of the zone`() throws {
        let late = Value.time(TimeSlot(start: moment("2026-12-31 23:30")))
        let tokyo = Wording(language: "en", zone: .zone("Asia/Tokyo"))
        #expect(tokyo.text(late) == "1 January 2027 at 7:30")
        #expect(tokyo.text(late, as: .day) == "Friday")
        #expect(tokyo.text(.date(date("2026-12-31"))) == "31 December 2026", "a date has no zone")
    }

    @Test(arguments: [
        Row("en", "12,345.6", "-0.5", "12,346", "12345.6", "12.5%", "12,345.60"),
        Row("de", "12.345,6", "-0,5", "12.346", "12345.6", "12,5 %", "12.345,60"),
        Row("fr", "12 345,6", "-0,5", "12 346", "12345.6", "12,5 %", "12 345,60"),
        Row("es", "12.345,6", "-0,5", "12.346", "12345.6", "12,5 %", "12.345,60"),
        Row("ja", "12,345.6", "-0.5", "12,346", "12345.6", "12.5%", "12,345.60"),
        Row("ar", "12,345.6", "-0.5", "12,346", "12345.6", "12.5%", "12,345.60"),
    ])
    func `a number is written with the signs of the language`(_ row: Row) throws {
        let big = number("12345.6")
        let texts = [
            try write(big, in: row.language), try write(number("-0.5"), in: row.language),
            try write(big, "whole", in: row.language), try write(big, "plain", in: row.language),
            try write(number("0.125"), "percent", in: row.language), try write(big, "2 decimals", in: row.language),
        ]
        #expect(texts == row.texts)
    }

    @Test(arguments: [
        ("0", "0"), ("1000", "1,000"), ("-1234567.891", "-1,234,567.891"), ("0.00000000001", "0.00000000001"),
        ("1234567890123456789012345678", "1,234,567,890,123,456,789,012,345,678"), ("0.1", "0.1"), ("100.50", "100.5"),
    ])
    func `no digit of a number is lost`(_ value: String, _ text: String) throws {
        #expect(try write(number(value), in: "en") == text)
    }

    @Test(arguments: [("0.5", "0"), ("1.5", "2"), ("2.5", "2"), ("-0.5", "0"), ("2.51", "3")])
    func `whole numbers are rounded half to even`(_ value: String, _ text: String) throws {
        #expect(try write(number(value), "whole", in: "en") == text)
    }

    @Test(arguments: [
        Row("en", "€24.90", "24.90", "€1,234.50", "-€5.00"), Row("de", "24,90 €", "24,90", "1.234,50 €", "-5,00 €"),
        Row("fr", "24,90 €", "24,90", "1 234,50 €", "-5,00 €"),
        Row("es", "24,90 €", "24,90", "1234,50 €", "-5,00 €"), Row("ja", "€24.90", "24.90", "€1,234.50", "-€5.00"),
        Row("ar", "24.90 €", "24.90", "1,234.50 €", "-5.00 €"),
    ])
    func `money is written with all its decimals`(_ row: Row) throws {
        let texts = [
            try write(money("24.9 EUR"), in: row.language), try write(money("24.9 EUR"), "amount", in: row.language),
            try write(money("1234.5 EUR"), in: row.language), try write(money("-5 EUR"), in: row.language),
        ]
        #expect(texts == row.texts)
    }

    @Test func `currencies have their own decimals`() throws {
        #expect(try write(money("500 JPY"), in: "ja") == "¥500" || write(money("500 JPY"), in: "ja") == "￥500")
        #expect(try write(money("500 JPY"), "amount", in: "en") == "500")
        #expect(try write(money("1.5 KWD"), "amount", in: "en") == "1.500")
        #expect(try write(money("24.9 USD"), in: "en-US") == "$24.90")
    }

    @Test(arguments: [
        Row("en", "A, B and C", "A and B", "A, B or C", "A", ""),
        Row("de", "A, B und C", "A und B", "A, B oder C", "A", ""),
        Row("fr", "A, B et C", "A et B", "A, B ou C", "A", ""),
        Row("es", "A, B y C", "A y B", "A, B o C", "A", ""), Row("ja", "A、B、C", "A、B", "A、B、またはC", "A", ""),
        Row("ar", "A وB وC", "A وB", "A أو B أو C", "A", ""),
        Row("en-US", "A, B, and C", "A and B", "A, B, or C", "A", ""),
    ])
    func `a list is joined as people join it`(_ row: Row) throws {
        let three = Value.list([.text("A"), .text("B"), .text("C")])
        let texts = [
            try write(three, in: row.language), try write(.list([.text("A"), .text("B")]), in: row.language),
            try write(three, "or", in: row.language), try write(.list([.text("A")]), in: row.language),
            try write(.list([]), in: row.language),
        ]
        #expect(texts == row.texts)
    }

    @Test func `a list has lines and a count, and its items their own form`() throws {
        let list = Value.list([money("1 EUR"), choice("Red", id: "r"), Self.day])
        #expect(try write(list, "lines", in: "en") == "€1.00\nRed\n1 December 2026")
        #expect(try write(list, "count", in: "en") == "3")
        #expect(try write(list, in: "de") == "1,00 €, Red und 1. Dezember 2026")
    }

    @Test(arguments: [
        Row("en", "yes", "no", "1 hour, 30 minutes", "0 seconds"),
        Row("de", "ja", "nein", "1 Stunde und 30 Minuten", "0 Sekunden"),
        Row("fr", "oui", "non", "1 heure et 30 minutes", "0 seconde"),
        Row("es", "sí", "no", "1 hora y 30 minutos", "0 segundos"), Row("ja", "はい", "いいえ", "1時間 30分", "0秒"),
        Row("ar", "نعم", "لا", "ساعة و30 دقيقة", "0 ثانية"),
    ])
    func `yes, no and lengths of time are words of the language`(_ row: Row) throws {
        let values: [Value] = [.yesNo(true), .yesNo(false), .duration(.minutes(90)), .duration(.zero)]
        #expect(try values.map { try write($0, in: row.language) } == row.texts)
    }

    @Test(arguments: [
        ("en", "0:other 1:one 2:other 11:other 21:other 1.5:other"),
        ("de", "0:other 1:one 2:other 11:other 21:other 1.5:other"),
        ("fr", "0:one 1:one 2:other 11:other 21:other 1.5:one"),
        ("es", "0:other 1:one 2:other 11:other 21:other 1.5:other"),
        ("ja", "0:other 1:other 2:other 11:other 21:other 1.5:other"),
        ("ar", "0:zero 1:one 2:two 3:few 10:few 11:many 99:many 100:other 1.5:other"),
        ("pl", "0:many 1:one 2:few 4:few 5:many 12:many 22:few 1.5:other"), ("ru", "1:one 21:one 2:few 5:many 11:many"),
        ("xx", "0:other 1:other 2:other"), ("de-AT", "0:other 1:one"),
    ])
    func `plural forms are those of the language`(_ language: String, _ forms: String) throws {
        let text = "{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}"
        let template = Template.parse(text).template
        for pair in forms.split(separator: " ") {
            let parts = pair.split(separator: ":")
            let names = Names(["n": number(String(parts[0]))])
            #expect(try template.text(in: names, Wording(language: language, zone: .berlin)) == parts[1], "\(pair)")
        }
    }

    @Test func `letters change case as the language does`() throws {
        #expect(try write(.text("straße"), "upper", in: "de") == "STRASSE")
        #expect(try write(.text("i"), "upper", in: "tr") == "İ")
        #expect(try write(.text("ÉCOLE"), "lower", in: "fr") == "école")
        #expect(try write(.text("école du soir"), "capital", in: "fr") == "École du soir")
        #expect(try write(.text(""), "capital", in: "en") == "")
    }

    @Test func `answers, places and files are written by their names`() throws {
        #expect(try write(.choice(Choice(id: "r", label: "Red", shown: "Rot")), in: "de") == "Rot")
        #expect(
            try write(.file(FileReference(id: "1", name: "plan.pdf", kind: "application/pdf", size: 3)), in: "en")
                == "plan.pdf")
        let place = PlaceValue(
            name: "Shop", street: "Mill Lane 4", city: "Berlin", postcode: "10115", country: nil,
            latitude: decimal("52.5"), longitude: decimal("13.4"))
        #expect(try write(.place(place), in: "en") == "Shop, Mill Lane 4, 10115 Berlin")
        #expect(
            try write(.place(PlaceValue(latitude: decimal("52.5"), longitude: decimal("13.4"))), in: "en")
                == "52.5, 13.4")
    }
}
