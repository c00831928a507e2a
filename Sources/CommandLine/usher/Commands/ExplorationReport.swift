import Diagnostics
import FlowCompiler
import Foundation
import JSON
import Plays
import Simulation

/// An exploration as `usher explore` reports it.
struct ExplorationReport {
    let exploration: Exploration
    /// The findings as messages with their places in the files.
    let diagnostics: DiagnosticReport
    /// The findings beside their messages.
    private let found: [PlacedFindings.Placed]
    private let files: [SourceFile]

    /// - Parameters:
    ///   - mistakes: lines of transcripts that state nothing that can be checked.
    ///   - files: the files of the flows, and the transcripts.
    init(
        _ exploration: Exploration, in compilation: Compilation, mistakes: [Diagnostic], files: [SourceFile]
    ) {
        self.exploration = exploration
        self.files = files
        found = PlacedFindings(exploration, in: compilation).all
        diagnostics = DiagnosticReport(mistakes + found.map(\.diagnostic), in: files)
    }

    /// `{"flows": [{"flow", "states", "complete"}], "complete", "incomplete": [scene], "unchecked": [scene], "findings":
    /// [check's diagnostic, and "transcript"], "moves", "seconds"}`.
    func json(seconds: Duration) -> JSONValue {
        return [
            "flows": .array(
                exploration.flows.map {
                    ["flow": .string($0.flow), "states": .int($0.states), "complete": .bool($0.isComplete)]
                }),
            "complete": .bool(exploration.isComplete),
            "incomplete": .array(exploration.incomplete.map { .string($0.isEmpty ? "the usual scene" : $0) }),
            "unchecked": .array(exploration.unchecked.map { .string($0.isEmpty ? "the usual scene" : $0) }),
            "findings": .array(found.map { .object($0.json(in: files)) }), "moves": .int(exploration.moves),
            "seconds": .number(JSONNumber(seconds.rounded)),
        ]
    }

    /// What was tried, and what was not reached.
    func summary(seconds: Duration) -> String {
        let reached = exploration.flows.filter { $0.states > 0 }.count
        var lines = [
            "\(counted(exploration.states, "state")) of \(counted(reached, "flow")), "
                + "\(counted(exploration.moves, "move")) in \(seconds.rounded) seconds: "
                + (found.isEmpty ? "nothing was found" : "\(found.count) found")
        ]
        if !exploration.isComplete {
            lines.append(
                "Not everything was reached \(words(for: exploration.incomplete)): more needs --seconds and --states, or "
                    + "--flow for one flow at a time.")
        }
        if !exploration.unchecked.isEmpty {
            lines.append(
                "The time was over before loops and properties were checked \(words(for: exploration.unchecked)): give it "
                    + "more --seconds.")
        }
        return lines.joined(separator: "\n")
    }

    private func words(for scenes: [String]) -> String {
        scenes.map { $0.isEmpty ? "in the usual scene" : $0 }.joined(separator: ", ")
    }
}

extension Duration {
    /// The seconds, to a tenth.
    fileprivate var rounded: Decimal {
        Decimal(components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000) / 10
    }
}
