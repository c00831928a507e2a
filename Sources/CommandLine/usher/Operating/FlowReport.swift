import ConversationRuntime
import Expressions
import FlowModel
import JSON

/// The statistics of steps by flow, in the order of the flows.
struct FlowReport {
    fileprivate struct Row {
        var step: String
        var counts: StepCounts
    }

    private let flows: [(name: String, rows: [Row])]

    /// - Parameters:
    ///   - bot: determines the order of steps; steps that it no longer has follow at the end.
    ///   - flow: restricts the report to one flow.
    init(_ statistics: FlowStatistics, of bot: Bot?, only flow: String?) {
        let counted = Dictionary(grouping: statistics.counts, by: \.key.flow)
        let known = bot?.flows.map(\.name) ?? []
        let names = known + counted.keys.filter { !known.contains($0) }.sorted()
        flows = names.filter { flow == nil || $0 == flow }.map { name in
            let steps = bot.flatMap { bot in bot.start(of: name).map { bot.flows[$0.flow].steps.map(\.name) } } ?? []
            let counts = Dictionary(uniqueKeysWithValues: (counted[name] ?? []).map { ($0.key.step, $0.value) })
            let others = counts.keys.filter { !steps.contains($0) }.sorted()
            return (name, (steps + others).map { Row(step: $0, counts: counts[$0] ?? StepCounts()) })
        }
    }

    var isEmpty: Bool { flows.allSatisfy { $0.rows.allSatisfy { $0.counts.entered == 0 } } }

    // For people.

    private static let titles = [
        "entered", "answered", "silent", "unexpected", "failed", "cancelled", "closed", "elsewhere", "waiting",
        "drop-off", "median",
    ]

    /// A table for each flow that customers have entered.
    var lines: [String] {
        flows.filter { $0.rows.contains { $0.counts.entered > 0 } }.flatMap { flow in
            Self.table([[flow.name] + Self.titles] + flow.rows.map(\.cells)) + [""]
        }
    }

    /// Aligns the first column to the left, and the others to the right.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { cells in
            cells.enumerated().map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + gap : gap + cell
            }.joined(separator: "  ")
        }
    }

    // For programs.

    func json(since: Moment?, until: Moment?) -> JSONValue {
        let flows = flows.map { flow -> JSONValue in
            ["flow": .string(flow.name), "steps": .array(flow.rows.map { $0.counts.json(of: $0.step) })]
        }
        return [
            "since": since.map { .string($0.iso) } ?? .null, "until": until.map { .string($0.iso) } ?? .null,
            "flows": .array(flows),
        ]
    }
}

extension FlowReport.Row {
    fileprivate var cells: [String] {
        let numbers = [
            counts.entered, counts.answered, counts.silent, counts.other, counts.failed + counts.unable,
            counts.cancelled, counts.closed, counts.elsewhere, counts.waiting,
        ]
        let dropOff = counts.dropOff.map { "\(Int(($0 * 100).rounded())) %" }
        let median = counts.times.median.map { Wording(language: "en", zone: .utc).text(.duration($0.rounded)) }
        return [step] + numbers.map { $0 == 0 ? "·" : "\($0)" } + [dropOff ?? "·", median ?? "·"]
    }
}

extension TimeLength {
    /// Rounded to the largest unit that gives at least 2, for readability.
    fileprivate var rounded: TimeLength {
        let units = [86_400_000, 3_600_000, 60_000, 1_000]
        let unit = units.first { milliseconds >= 2 * $0 } ?? 1_000
        return .milliseconds(max(unit, (milliseconds + unit / 2) / unit * unit))
    }
}

extension StepCounts {
    fileprivate func json(of step: String) -> JSONValue {
        [
            "step": .string(step), "entered": .int(entered), "passed": .int(passed), "answered": .int(answered),
            "left_by_silence": .int(silent), "left_by_unexpected": .int(other), "failed": .int(failed),
            "cancelled": .int(cancelled), "unable": .int(unable), "closed": .int(closed), "elsewhere": .int(elsewhere),
            "waiting": .int(waiting), "unexpected_replies": .int(unexpected),
            "drop_off": dropOff.map { .number(JSONNumber(($0 * 1_000).rounded() / 1_000)) } ?? .null,
            "median_seconds": times.median.map { .int($0.milliseconds / 1_000) } ?? .null,
        ]
    }
}
