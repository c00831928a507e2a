public import Expressions
import Foundation

extension Moment {
    /// The moment as transcripts write it: `2026-03-02 10:00`.
    func inTranscript(_ zone: Zone) -> String { String(iso(in: zone).prefix(16)).replacing("T", with: " ") }
}

extension TimeLength {
    /// The length as `wait:` lines write it: `1 day and 2 hours`. Parts of a second count as a whole one.
    public var inTranscript: String {
        var rest = max(0, (self + .milliseconds(999)).milliseconds) / 1000
        var parts: [String] = []
        for (size, unit) in [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")] {
            let count = rest / size
            rest %= size
            if count > 0 { parts.append("\(count) \(unit)\(count == 1 ? "" : "s")") }
        }
        return parts.isEmpty ? "0 seconds" : parts.joined(separator: " and ")
    }
}

extension Value {
    /// The value as transcripts write it; answers are written as their labels.
    public func inTranscript(_ zone: Zone) -> String {
        switch self {
        case .date(let date): date.iso
        case .time(let slot): slot.start.inTranscript(zone)
        case .number(let number): "\(number)"
        case .money(let money): money.text
        case .duration(let length): length.inTranscript
        case .yesNo(let yes): yes ? "yes" : "no"
        case .choice(let choice): choice.label
        case .record(let fields):
            fields.names.compactMap { name in fields[name].map { "\(name) = \($0.inTranscript(zone))" } }
                .joined(separator: ", ")
        case .list(let items):
            items.isEmpty ? "[]" : items.map { $0.inTranscript(zone) }.joined(separator: items.areRecords ? "; " : ", ")
        case .text(let text): text.onOneLine
        case .file(let file): file.name
        case .place(let place): place.line
        }
    }
}

extension [Value] {
    fileprivate var areRecords: Bool { allSatisfy { if case .record = $0 { true } else { false } } }
}
