import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
public import SampleProjects
import Simulation

/// What exploring a flow to its end takes.
public struct ExplorationFigures: Sendable {
    public let name: String
    public let steps: Int
    public let states: Int
    public let moves: Int
    public let seconds: Double
    public let findings: Int
    /// Whether no bound was met.
    public let isComplete: Bool
    /// The largest memory of this process meanwhile, in megabytes.
    public let megabytes: Int

    /// Explores a project as `usher explore` does, and then each of its flows by itself, if there are several.
    public static func all(of project: SampleProject, within bounds: MutationBounds) -> [ExplorationFigures] {
        guard let bot = Compiler.compile(project.files, options: SampleProject.options).bot else { return [] }
        let play = PlayBot(bot)
        let whole = ExplorationFigures(project.name, project, play, beginningIn: nil, bounds)
        let parts = bot.flows.count < 2 ? [] : bot.flows.map(\.name)
        return [whole] + parts.map { ExplorationFigures("  \($0)", project, play, beginningIn: $0, bounds) }
    }

    private init(
        _ name: String, _ project: SampleProject, _ bot: PlayBot, beginningIn flow: String?, _ bounds: MutationBounds
    ) {
        var limits = ExplorationLimits()
        limits.states = bounds.states
        PeakMemory.reset()
        let began = ContinuousClock.now
        let end = began + .seconds(bounds.seconds)
        let exploration = Exploration(
            of: bot, beginningIn: flow, limits: limits, stating: StatedProperties(of: project.transcripts, in: bot.bot),
            unless: { _ in ContinuousClock.now > end })
        let spent = began.duration(to: .now)
        self.name = name
        steps = bot.bot.flows.filter { flow == nil || $0.name == flow }.reduce(0) { $0 + $1.steps.count }
        states = exploration.states
        moves = exploration.moves
        seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
        findings = exploration.findings.count
        isComplete = exploration.isComplete && exploration.unchecked.isEmpty
        megabytes = PeakMemory.megabytes
    }

    /// The figures as a table.
    public static func table(_ all: [ExplorationFigures]) -> String {
        let heads = ["flow", "steps", "states", "moves", "seconds", "findings", "complete", "MB"]
        let cells = all.map { one in
            [
                one.name, "\(one.steps)", "\(one.states)", "\(one.moves)",
                String(format: "%.1f", one.seconds), "\(one.findings)", one.isComplete ? "yes" : "no",
                "\(one.megabytes)",
            ]
        }
        return TextColumns([heads] + cells).description
    }
}

/// The largest memory of this process since it was reset, as Linux counts it.
private enum PeakMemory {
    static func reset() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    static var megabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
    }
}
