public import Foundation

/// An amount of money in the inputs and results of actions: exact, in an ISO 4217 currency.
///
/// In JSON it is an object with `amount`, a decimal number as a string, and `currency`.
public struct Money: Codable, Hashable, Sendable {
    /// The amount, with no more decimals than the currency has; a result with more decimals is a `bad answer`.
    public var amount: Decimal
    /// The ISO 4217 code of the currency: three capital letters.
    public var currency: String

    /// Creates an amount of money.
    ///
    /// - Parameters:
    ///   - amount: the amount, with no more decimals than the currency has.
    ///   - currency: the ISO 4217 code, such as `EUR`.
    public init(_ amount: Decimal, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Reads the object with `amount` and `currency` that flows pass as an input.
    ///
    /// - Throws: `DecodingError` when a member is missing, or `amount` is not a decimal number in a string.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .amount)
        guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: values, debugDescription: "no amount")
        }
        self.init(amount, try values.decode(String.self, forKey: .currency))
    }

    /// Writes `amount` as a string, so that no JSON reader rounds it to a binary fraction.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode("\(amount)", forKey: .amount)
        try values.encode(currency, forKey: .currency)
    }

    private enum CodingKeys: CodingKey { case amount, currency }
}

/// A time in the inputs and results of actions, with an optional duration. For a time that never has a duration, use
/// `Date`.
///
/// In JSON it is an object with `start` and `duration`; an input without a duration may also be a plain date.
public struct TimeSlot: Codable, Hashable, Sendable {
    /// The start of the time slot.
    public var start: Date
    /// The duration in seconds; `nil` when the time has none.
    public var duration: TimeInterval?

    /// Creates a time slot.
    ///
    /// - Parameters:
    ///   - start: the start of the time slot.
    ///   - duration: the duration in seconds; `nil` when the time has none.
    public init(start: Date, duration: TimeInterval? = nil) {
        self.start = start
        self.duration = duration
    }

    /// Reads a date, or an object with `start` and, optionally, `duration` in seconds.
    ///
    /// - Throws: `DecodingError` for any other value.
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

/// The inputs of an action without inputs, or the results of an action without results.
public struct Nothing: Codable, Hashable, Sendable {
    /// Creates the empty value.
    public init() {}
}
