import Diagnostics
import Foundation
import SampleProjects
import Slips

/// Makes seeded single slips in every project below a folder, and prints how many diagnostics each brings; `make slips`.
///
/// usage: SlipReport [--folder .] [--seed 1] [--number 300] [--worst 0]
///
/// `--number` is the number of slips of each kind. `--worst 10` shows the ten slips with the most diagnostics.
@main
struct SlipReport {
    static func main() {
        do throws(ReportOptionError) {
            report(try Options(CommandLine.arguments.dropFirst()))
        } catch {
            error.endCommand()
        }
    }

    private static func report(_ options: Options) {
        let projects = SampleProject.all(in: URL(filePath: options.folder).standardizedFileURL)
        let slips = SampleProject.slips(options.number, ofEachKindIn: projects, seed: UInt64(options.seed))
        let outcomes = SlipOutcome.outcomes(of: slips)
        print("\(slips.count) slips in \(projects.count) projects: \(projects.map(\.name).joined(separator: ", "))\n")
        print(SlipTable(outcomes))
        for outcome in outcomes.sorted(by: { $0.count > $1.count }).prefix(options.worst) { show(outcome) }
    }

    private static func show(_ outcome: SlipOutcome) {
        let slip = outcome.slip
        print("\n\(outcome.count): \(outcome.project)/\(slip.file):\(slip.line): \(slip.kind.rawValue)")
        print("- \(slip.before)")
        for line in slip.after { print("+ \(line)") }
        for diagnostic in outcome.diagnostics {
            let place = outcome.report.places(of: diagnostic.span).start
            let code = diagnostic.code.rawValue
            print("  \(diagnostic.span.file):\(place.line):\(place.column) \(code): \(diagnostic.message)")
        }
    }
}

/// The options of the command.
private struct Options {
    let folder: String
    let seed: Int
    let number: Int
    let worst: Int

    init(_ arguments: ArraySlice<String>) throws(ReportOptionError) {
        let options = try ReportOptions(arguments, named: ["--folder", "--seed", "--number", "--worst"])
        folder = options.text("--folder", otherwise: ".")
        seed = try options.number("--seed", otherwise: 1)
        number = try options.number("--number", otherwise: 300)
        worst = try options.number("--worst", otherwise: 0)
    }
}
