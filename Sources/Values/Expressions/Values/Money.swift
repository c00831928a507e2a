public import Foundation

/// An exact amount with its currency.
public struct Money: Sendable, Hashable {
    public let amount: Decimal
    public let currency: Currency

    /// Stores the amount unchanged; `rounded` makes it fit the currency.
    public init(_ amount: Decimal, _ currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// The amount with as many decimals as the currency has, rounded half to even: the only rounding of money.
    public var rounded: Money { Money(amount.rounded(to: currency.decimals), currency) }

    /// The amount with all decimals of its currency and a point: `24.90`.
    public var plainAmount: String { amount.plainText(decimals: currency.decimals) }

    /// The amount in the syntax of flow files: `24.90 EUR`.
    public var text: String { "\(plainAmount) \(currency.code)" }
}

/// A currency of ISO 4217.
public struct Currency: Sendable, Hashable {
    /// Three upper-case letters.
    public let code: String
    /// The number of decimals of an amount: two for most currencies, none for the yen, three for the dinar.
    public let decimals: Int

    /// The currency, or `nil` when ISO 4217 lists no active currency with this code.
    public init?(_ code: String) {
        guard let decimals = Self.decimalsByCode[code] else { return nil }
        self.code = code
        self.decimals = decimals
    }

    public static var codes: [String] { decimalsByCode.keys.sorted() }

    /// ISO 4217, list one, by the number of decimals.
    private static let decimalsByCode: [String: Int] = {
        let lists: [(Int, String)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF \
                CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF \
                IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR \
                MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD \
                SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR \
                ZMW ZWG
                """
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"),
            (4, "CLF UYW"),
        ]
        var table: [String: Int] = [:]
        for (decimals, codes) in lists {
            for code in codes.split(separator: " ") { table[String(code)] = decimals }
        }
        return table
    }()
}
