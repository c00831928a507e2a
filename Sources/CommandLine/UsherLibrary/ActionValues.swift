public import Foundation

/// Money of inputs and results: an exact amount in a currency of ISO 4217.
public struct Money: Codable, Hashable, Sendable {
    /// With no more decimals than the currency has; more make a `bad answer`.
    public var amount: Decimal
    /// Three capital letters.
    public var currency: String

    public init(_ amount: Decimal, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .amount)
        guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: values, debugDescription: "no amount")
        }
        self.init(amount, try values.decode(String.self, forKey: .currency))
    }

    /// The amount goes as text, so that nobody on the way makes a binary fraction of it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode("\(amount)", forKey: .amount)
        try values.encode(currency, forKey: .currency)
    }

    private enum CodingKeys: CodingKey { case amount, currency }
}

/// A time of inputs and results that may have a length. One that never has is a `Date`.
public struct TimeSlot: Codable, Hashable, Sendable {
    public var start: Date
    /// Seconds; `nil` when the time has no length.
    public var duration: TimeInterval?

    public init(start: Date, duration: TimeInterval? = nil) {
        self.start = start
        self.duration = duration
    }

    public init(from decoder: any Decoder) throws {
        if let start = try? decoder.singleValueContainer().decode(Date.self) {
            self.init(start: start)
        } else {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                start: try values.decode(Date.self, forKey: .start),
                duration: try values.decodeIfPresent(TimeInterval.self, forKey: .duration))
        }
    }

    private enum CodingKeys: CodingKey { case start, duration }
}

/// The inputs of an action that takes nothing, or the results of one that gives nothing.
public struct Nothing: Codable, Hashable, Sendable {
    public init() {}
}
