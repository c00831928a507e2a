import Expressions
import Foundation
import Testing

@Suite struct MoneyTests {
    @Test(arguments: [("EUR", 2), ("USD", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("BHD", 3), ("CLF", 4), ("CHF", 2)])
    func `a currency has the decimals of ISO 4217`(_ code: String, _ decimals: Int) {
        #expect(Currency(code)?.decimals == decimals)
    }

    @Test(arguments: ["eur", "EURO", "", "€", "XXX", "DEM", "123"])
    func `what is no active currency is none`(_ code: String) { #expect(Currency(code) == nil) }

    @Test func `all codes are three capitals, each once`() {
        #expect(Set(Currency.codes).count == Currency.codes.count && Currency.codes.count > 150)
        #expect(Currency.codes.allSatisfy { $0.count == 3 && $0 == $0.uppercased() && Currency($0)?.code == $0 })
    }

    @Test(
        arguments: [
            ("24,90 EUR", "24.90 EUR"), ("€24.90", "24.90 EUR"), ("24,9 €", "24.90 EUR"), ("24€", "24.00 EUR"),
            ("EUR 24,90", "24.90 EUR"), ("1.250,00 €", "1250.00 EUR"), ("1,250.00 USD", "1250.00 USD"),
            ("1.250.000 €", "1250000.00 EUR"), ("$5", "5.00 CAD"), ("£3.20", "3.20 GBP"), ("¥500", "500 JPY"),
            ("1.250 €", nil), ("24,90", nil), ("24", nil), ("24 ABC", nil), ("€ 24 EUR", nil), ("1,2,3 €", nil),
            ("24,905 €", nil), ("1.25 JPY", nil), ("about 5 €", nil), ("€", nil), ("", nil),
        ] as [(String, String?)])
    func `an amount in another notation is understood`(_ text: String, _ amount: String?) {
        #expect(Money(meantBy: text, usual: Currency("CAD"))?.text == amount)
    }

    @Test(arguments: [
        ("0.125 EUR", "0.12 EUR"), ("0.135 EUR", "0.14 EUR"), ("0.005 EUR", "0.00 EUR"), ("0.015 EUR", "0.02 EUR"),
        ("-0.125 EUR", "-0.12 EUR"), ("24.9 EUR", "24.90 EUR"), ("5 EUR", "5.00 EUR"), ("0.5 JPY", "0 JPY"),
        ("1.5 JPY", "2 JPY"),
        ("1.23456 KWD", "1.235 KWD"), ("0 EUR", "0.00 EUR"), ("1234567.891 EUR", "1234567.89 EUR"),
    ])
    func `money is written with all its decimals, rounded half to even`(_ amount: String, _ text: String) throws {
        guard case .money(let value) = money(amount) else { return }
        #expect(value.rounded.text == text && value.text == text)
    }
}
