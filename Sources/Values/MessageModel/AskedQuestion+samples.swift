public import Expressions
import Foundation

/// Sample texts for typed questions, for dry runs and for those who write transcripts.
extension AskedQuestion {
    /// Texts that may be typed as an answer; empty for questions that are not answered by typing. Where nothing is found
    /// that matches the pattern of the flow, the text becomes an unexpected reply.
    public func typedSamples(today: CalendarDate) -> [String] {
        switch kind {
        case .text(let text): [text.sample]
        case .number(let number): [Self.between(number.atLeast, number.atMost)]
        case .money(let money): ["\(Self.between(money.atLeast, money.atMost)) \(money.currency.code)"]
        case .date(let date): [date.sample(today: today).iso]
        case .place: ["1 Example Street, 10115 Berlin, DE"]
        case .choice, .times, .signIn, .pay, .app, .photo, .file, .form: []
        }
    }

    private static func between(_ least: Decimal?, _ most: Decimal?) -> String { "\(least ?? most ?? 1)" }
}

extension AskedDate {
    /// Tomorrow, or the accepted date closest to it.
    fileprivate func sample(today: CalendarDate) -> CalendarDate {
        let first = from.map { max($0.date(from: today), today + 1) } ?? today + 1
        return to.map { min($0.date(from: today), first) } ?? first
    }
}

extension AskedText {
    /// A text of the required kind and of an accepted length, which matches the pattern if one is found.
    fileprivate var sample: String {
        guard let matches, let pattern = try? Pattern(matches), !pattern.matches(usual) else { return usual }
        return pattern.sample(atLeast: atLeast, atMost: atMost) ?? usual
    }

    /// A text of the required kind and of an accepted length.
    private var usual: String {
        let word =
            switch kind {
            case "email": "ana@example.com"
            case "phone": "+49 30 901820"
            case "web address": "example.com"
            case "postcode", "code": "10115"
            default: "Sample"
            }
        let padding = String(repeating: "x", count: max(0, atLeast - word.count))
        return String((word + padding).prefix(max(1, atMost)))
    }
}
