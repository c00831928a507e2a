import Expressions
import Foundation
import Testing

/// Numbers and money as customers type them.
@Suite struct TypedNumberTests {
    @Test(arguments: [
        ("en", "12", "12"), ("en", " 1.5 ", "1.5"), ("en", "1,234", "1234"), ("en", "1,234.5", "1234.5"),
        ("en", ".5", "0.5"), ("en", "12!", "12"), ("en", "12.", "12"), ("en", "-3", "-3"), ("en", "− 3", "-3"),
        ("en", "+3", "3"), ("en", "1 234 567", "1234567"), ("de", "1,5", "1.5"), ("de", "1.234,5", "1234.5"),
        ("de", "1.234", "1234"), ("de", "1 234,5", "1234.5"), ("fr", "1 234,5", "1234.5"),
        ("fr", "1\u{202F}234,5", "1234.5"), ("es", "1.234,5", "1234.5"), ("ja", "１２", "12"),
        ("ja", "1,234.5", "1234.5"),
        ("ar", "١٢٫٥", "12.5"), ("ar", "١٬٢٣٤", "1234"), ("en", "1'000", "1000"),
        ("en", "1234567890123456789012345678", "1234567890123456789012345678"),
        ("de", "0,0000000000000000000000000001", nil), ("en", "12345678901234567890123456789", nil), ("en", "1,5", nil),
        ("de", "1.5", nil), ("en", "12,34", nil), ("en", "1,2345", nil), ("en", "1.234,5", nil), ("en", "1.2.3", nil),
        ("en", "two", nil), ("en", "2 people", nil), ("en", "", nil), ("en", "-", nil), ("en", "1e3", nil),
        ("en", "½", nil), ("en", "十", nil), ("en", "1,,000", nil), ("en", "--3", nil), ("en", "1-2", nil),
    ])
    func `a number is read as its language writes it, exactly or not at all`(
        language: String, typed: String, plain: String?
    ) {
        #expect(TypedWords(language: language).number(typed)?.description == plain)
    }

    @Test(arguments: [
        ("en", "EUR", "24.90", "24.90"), ("en", "EUR", "€24.90", "24.90"), ("en", "EUR", "€ 24.90", "24.90"),
        ("en", "EUR", "24.90 €", "24.90"), ("en", "EUR", "EUR 24.90", "24.90"), ("en", "EUR", "24.90 eur", "24.90"),
        ("en", "EUR", "25", "25.00"), ("en", "EUR", "24.9", "24.90"), ("en", "EUR", "1,024.90", "1024.90"),
        ("en", "EUR", "5 euros", "5.00"), ("en", "EUR", "1 euro.", "1.00"), ("de", "EUR", "24,90 €", "24.90"),
        ("de", "EUR", "1.024,90€", "1024.90"), ("de", "EUR", "5 Euro", "5.00"), ("fr", "EUR", "1 024,90 €", "1024.90"),
        ("en", "USD", "$5", "5.00"), ("en", "USD", "US$5", "5.00"), ("en", "GBP", "£5.50", "5.50"),
        ("ja", "JPY", "￥1,200", "1200"), ("ja", "JPY", "1200円", "1200"), ("en", "EUR", "-€5", "-5.00"),
        ("en", "EUR", "24.905", nil), ("en", "JPY", "12.5", nil), ("en", "EUR", "$24.90", nil),
        ("en", "EUR", "24.90 USD", nil), ("en", "EUR", "€", nil), ("en", "EUR", "ten", nil),
        ("de", "EUR", "24.90", nil),
        ("en", "EUR", "€24.90 €", nil),
    ])
    func `money is read with or without its sign, in its own currency and with no more decimals than that has`(
        language: String, code: String, typed: String, amount: String?
    ) throws {
        let currency = try #require(Currency(code))
        #expect(TypedWords(language: language).money(typed, in: currency)?.plainAmount == amount)
    }
}
