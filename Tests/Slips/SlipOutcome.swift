public import Diagnostics
import FlowCompiler
import Foundation
public import SampleProjects
import Synchronization

/// The diagnostics that one slip brings.
public struct SlipOutcome: Sendable {
    public let project: String
    public let slip: Slip
    public let report: DiagnosticReport
    /// The diagnostics of the report that the project does not have without the slip.
    public let diagnostics: [Diagnostic]

    public var count: Int { diagnostics.count }

    /// Compiles the projects with these slips, one slip at a time, on all processors.
    public static func outcomes(of slips: [(project: SampleProject, slip: Slip)]) -> [SlipOutcome] {
        let outcomes = Mutex([SlipOutcome?](repeating: nil, count: slips.count))
        DispatchQueue.concurrentPerform(iterations: slips.count) { index in
            let (project, slip) = slips[index]
            let report = Compiler.compile(slip.applied(to: project.files), options: SampleProject.options).report
            let outcome = SlipOutcome(
                project: project.name, slip: slip, report: report,
                diagnostics: project.newDiagnostics(in: report))
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0.compactMap { $0 } }
    }
}

/// How many diagnostics the slips of a kind bring.
public struct SlipDistribution: Sendable, Equatable {
    /// The number of slips.
    public let slips: Int
    /// Those without a diagnostic: most are in texts, where every letter is allowed.
    public let silent: Int
    public let median: Int
    public let percentile95: Int
    public let percentile99: Int
    public let most: Int

    /// The distribution of the slips that bring a diagnostic at all.
    public init(of outcomes: [SlipOutcome]) {
        let counts = outcomes.map(\.count).filter { $0 > 0 }.sorted()
        slips = outcomes.count
        silent = outcomes.count - counts.count
        median = Self.percentile(50, of: counts)
        percentile95 = Self.percentile(95, of: counts)
        percentile99 = Self.percentile(99, of: counts)
        most = counts.last ?? 0
    }

    /// The least number that at least this part of the numbers does not exceed.
    private static func percentile(_ percent: Int, of sorted: [Int]) -> Int {
        guard !sorted.isEmpty else { return 0 }
        return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
}

/// The distributions as a table, with one line for each kind and one for all.
public struct SlipTable: Sendable, CustomStringConvertible {
    private let rows: [(name: String, distribution: SlipDistribution)]

    public init(_ outcomes: [SlipOutcome]) {
        let kinds = SlipKind.allCases.map { kind in
            (kind.rawValue, SlipDistribution(of: outcomes.filter { $0.slip.kind == kind }))
        }
        rows = kinds + [("all", SlipDistribution(of: outcomes))]
    }

    public var description: String {
        let heads = ["slip", "number", "silent", "median", "95 %", "99 %", "most"]
        let cells = rows.map { name, row in
            [name]
                + [row.slips, row.silent, row.median, row.percentile95, row.percentile99, row.most].map(String.init)
        }
        return ([heads] + cells).map(Self.line).joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        cells.enumerated().map { place, cell in
            let space = String(repeating: " ", count: max(0, (place == 0 ? 22 : 8) - cell.count))
            return place == 0 ? cell + space : space + cell
        }.joined()
    }
}
