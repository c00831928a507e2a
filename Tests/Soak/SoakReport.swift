import Foundation

/// The results: the figures, and those out of bounds.
struct SoakReport: Sendable {
    /// The bounds for a healthy server, with traffic of this kind.
    enum Bounds {
        static let memory = 220_000_000
        static let memoryGrowth = 16_000_000
        static let filesBeside = 150
        static let filesGrowth = 8
        static let log = 32_000_000
        static let latency = 1.0
    }

    private struct Row {
        let name: String
        let value: String
        let bound: String
    }

    private var rows: [Row] = []
    var findings: [String]

    init(_ plan: SoakPlan, _ gauge: Gauge, _ tally: Tally) {
        findings = tally.findings
        rows = [
            Row(name: "conversations", value: "\(tally.phones) on phones, \(tally.browsers) in browsers", bound: ""),
            Row(
                name: "events", value: "\(tally.taken), \(Int(Double(tally.taken) / plan.length.inSeconds)) a second",
                bound: ""),
            Row(name: "kills", value: "\(tally.kills)", bound: "\(plan.kills.count)"),
        ]
        if tally.kills < plan.kills.count { findings.append("the server was not killed as often as planned") }
        check(gauge.readings, plan)
        check(tally.undisturbed.map(\.length.inSeconds))
    }

    private mutating func check(_ readings: [Gauge.Reading], _ plan: SoakPlan) {
        let calm = readings.filter { $0.at.inSeconds > plan.length.inSeconds * SoakPlan.disturbed + 5 }
        check(
            "memory at most", readings.map(\.memory).max(), Bounds.memory, Self.megabytes)
        check("memory, growth without kills", Self.growth(calm.map(\.memory)), Bounds.memoryGrowth, Self.megabytes)
        check("open files at most", readings.map(\.files).max(), Bounds.filesBeside + 3 * plan.customers) { "\($0)" }
        check("open files, growth without kills", Self.growth(calm.map(\.files)), Bounds.filesGrowth) { "\($0)" }
        check("SQLite's log at most", readings.map(\.log).max(), Bounds.log, Self.megabytes)
    }

    private mutating func check(_ waits: [Double]) {
        let quarter = max(1, waits.count / 4)
        check("a message is taken, p50", waits.share(0.5), .infinity, Self.milliseconds)
        check("a message is taken, p99", waits.share(0.99), Bounds.latency, Self.milliseconds)
        let (first, last) = (waits.prefix(quarter).share(0.5) ?? 0, waits.suffix(quarter).share(0.5) ?? .infinity)
        check("the same p50 in the last quarter", last, first * 3 + 0.02, Self.milliseconds)
    }

    /// Returns the growth from the first quarter to the last, by their medians.
    private static func growth(_ values: [Int]) -> Int? {
        let quarter = values.count / 4
        guard quarter > 0, let first = values.prefix(quarter).median, let last = values.suffix(quarter).median else {
            return nil
        }
        return last - first
    }

    private mutating func check<Value: Comparable>(
        _ name: String, _ value: Value?, _ bound: Value, _ words: (Value) -> String
    ) {
        guard let value else {
            findings.append("\(name): nothing was measured")
            return
        }
        let isOpen = (bound as? Double)?.isInfinite ?? false
        rows.append(Row(name: name, value: words(value), bound: isOpen ? "" : words(bound)))
        if value > bound { findings.append("\(name): \(words(value)), more than \(words(bound))") }
    }

    private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1_000_000) }
    private static func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1_000) }

    /// For the terminal, and for Docs.
    var table: String {
        let lines = rows.map { "| \($0.name) | \($0.value) | \($0.bound) |" }
        return (["| | measured | bound |", "|---|---|---|"] + lines).joined(separator: "\n")
    }
}
