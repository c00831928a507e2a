import FlowMutations
import Foundation
import SampleProjects

/// Changes the meaning of the sample flows, and prints what notices each change; `make flow-mutations`.
///
/// usage: MutationReport [--folder .] [--seed 1] [--number 200] [--states 5000] [--seconds 30] [--missed 0] [--figures 1]
///
/// The sample flows are those of the folder, those of Docs/Examples and those of the templates of `usher new`. `--missed 1`
/// shows each mutation that nothing has noticed, `--figures 0` leaves out what exploring the flows takes.
@main
struct MutationReport {
    static func main() {
        do throws(ReportOptionError) {
            report(try Options(CommandLine.arguments.dropFirst()))
        } catch {
            error.endCommand()
        }
    }

    private static func report(_ options: Options) {
        let projects = projects(in: URL(filePath: options.folder).standardizedFileURL)
        // One after the other and first, so that nothing else takes time and memory.
        if options.showsFigures { showFigures(of: projects) }
        let baselines = Dictionary(
            uniqueKeysWithValues: projects.compactMap { project in
                Baseline(project, within: options.bounds).map { (project.name, $0) }
            })
        show(projects.compactMap { baselines[$0.name] })
        let drawn = Mutation.draw(options.number, from: projects, seed: UInt64(options.seed)).map {
            (project: $0.project.name, mutation: $0.mutation)
        }
        let outcomes = MutationOutcome.outcomes(of: drawn, in: baselines) { done in
            if done.isMultiple(of: 20) { note("\(done) of \(drawn.count) mutations") }
        }
        print(
            "\n\(outcomes.count) mutations with the seed \(options.seed), up to \(options.bounds.states) states of a scene"
        )
        print("and \(options.bounds.seconds) seconds each; \(outcomes.count { $0.isCut }) met a bound.\n")
        print(MutationTable(outcomes))
        if options.showsMissed { for outcome in outcomes where outcome.isMissed { show(outcome) } }
    }

    private static func projects(in folder: URL) -> [SampleProject] {
        let examples = folder.appending(path: "Docs/Examples")
        let own = SampleProject("Flows", at: folder).map { [$0] } ?? []
        return own + SampleProject.all(in: examples) + SampleProject.ofTemplates
    }

    private static func showFigures(of projects: [SampleProject]) {
        var bounds = MutationBounds()
        bounds.states = 20_000
        bounds.seconds = 60
        let generated = [100, 400].compactMap { SampleProject.generated(steps: $0) }
        let all = (projects + generated).flatMap { project in
            note("exploring \(project.name)")
            return ExplorationFigures.all(of: project, within: bounds)
        }
        print("Exploring, up to \(bounds.states) states of a scene and \(bounds.seconds) seconds:\n")
        print(ExplorationFigures.table(all))
    }

    private static func show(_ baselines: [Baseline]) {
        print("\nWhat the sample flows have to be checked with:\n")
        let heads = ["project", "tests", "written tests", "properties"]
        let cells = baselines.map { [$0.project.name, "\($0.tests)", "\($0.writtenTests)", "\($0.properties)"] }
        print(TextColumns([heads] + cells))
    }

    private static func show(_ outcome: MutationOutcome) {
        let mutation = outcome.mutation
        let noticed = outcome.catchers.contains(.diff) ? "only by a comparison" : "by nothing"
        print("\n\(outcome.project): \(mutation.file):\(mutation.line): \(mutation.kind.rawValue), noticed \(noticed)")
        for line in mutation.before { print("- \(line)") }
        for line in mutation.after { print("+ \(line)") }
    }

    /// Reports how far it has come, beside the tables.
    private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// The options of the command.
private struct Options {
    let folder: String
    let seed: Int
    let number: Int
    let bounds: MutationBounds
    let showsMissed: Bool
    let showsFigures: Bool

    private static let names = ["--folder", "--seed", "--number", "--states", "--seconds", "--missed", "--figures"]

    init(_ arguments: ArraySlice<String>) throws(ReportOptionError) {
        let options = try ReportOptions(arguments, named: Self.names)
        folder = options.text("--folder", otherwise: ".")
        seed = try options.number("--seed", otherwise: 1)
        number = try options.number("--number", otherwise: 200)
        var bounds = MutationBounds()
        bounds.states = try options.number("--states", otherwise: bounds.states)
        bounds.seconds = try options.number("--seconds", otherwise: bounds.seconds)
        self.bounds = bounds
        showsMissed = try options.isOn("--missed", otherwise: false)
        showsFigures = try options.isOn("--figures", otherwise: true)
    }
}
