import ArgumentParser
import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import JSON
import Projects
import Simulation
import Usher

/// `usher diff`: reports what an edit means for customers.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Report in sentences what an edit of the flows means for customers.",
        discussion: """
            Explores the flows of the project and the published ones on the engine that serves customers, and compares where
            answers, silence and calls lead, what steps say and ask, and which answers they offer. Each sentence has the
            shortest conversation that shows it, as a test. Edits that customers do not notice give no sentence. Nothing
            leaves this machine.

            VERSION is a published version, named by its hash or the beginning of it (`usher versions` lists them); without
            it, the project is compared with the version that is published, or, if none ever was, with the last commit of
            git. PATH is a project folder. --from compares with the flows of another folder, without a database.

            Examples:
              usher diff
              usher diff 9f3a12
              usher diff 9f3a12 ../shop
              usher diff --from ../shop-before
              usher diff --format json | jq -r '.sentences[].text'
              usher diff --format html > changes.html

            Exit code 0: the versions were compared, whether they differ or not. 1: one of them has errors. 2: wrong use, or
            there is nothing to compare with. 3: there is no such version.
            """)

    @Argument(
        help: "The hash of a published version, and a project folder; each may be left out.", completion: .directory)
    var versionAndPath: [String] = []

    @Option(help: "Read the old flows from this project folder, not from a database.", completion: .directory)
    var from: String?

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, json for programs, or html for a page.")
    var format: DifferenceFormat = .text

    @Option(help: "Stop after this many seconds.")
    var seconds = 30

    @Option(help: "Limit each scene to this many states.")
    var states = ExplorationLimits.ofComparisons.states

    func validate() throws {
        guard seconds >= 1 else { throw ValidationError("--seconds: at least 1") }
        guard states >= 1 else { throw ValidationError("--states: at least 1") }
        guard versionAndPath.count <= 2 else { throw ValidationError("Name at most a version and a folder.") }
        if versionAndPath.count == 2, !isVersion(versionAndPath[0]) {
            throw ValidationError("`\(versionAndPath[0])` is not a version hash; `usher versions` lists the versions.")
        }
        if from != nil, version != nil { throw ValidationError("Name a version or --from, not both.") }
        if from != nil, access.config != nil {
            throw ValidationError("`--config` names a database, which --from does not use.")
        }
    }

    /// Whether an argument names a version: hexadecimal digits that are not the name of a folder here.
    private func isVersion(_ argument: String) -> Bool {
        !argument.isEmpty && argument.allSatisfy(\.isHexDigit) && !FileManager.default.fileExists(atPath: argument)
    }

    private var version: String? { versionAndPath.first.flatMap { isVersion($0) ? $0 : nil } }
    private var path: String { versionAndPath.dropFirst(version == nil ? 0 : 1).first ?? "." }

    func run() async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        let source = SettingsSource.here(path, file: access.config)
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        let compared = try await ComparedFlows(from: from, version: version, folder, files, source)
        let old = try bot(of: compared.files, named: compared.name)
        let new = try bot(of: files, named: "the project")
        var limits = ExplorationLimits.ofComparisons
        limits.states = states
        let bar = ProgressLine()
        let comparison = Comparison(from: old, to: new, within: .seconds(seconds), limits: limits) { bar.say($0) }
        bar.clear()
        switch format {
        case .text: print(comparison.text, terminator: "")
        case .json: print(comparison.json.prettyText)
        case .html:
            print(comparison.page(title: "\(new.bot.name): changes since \(compared.name)"), terminator: "")
        }
    }

    /// Returns the bot of flows; ends the command when they have errors.
    private func bot(of files: ProjectFiles, named name: String) throws -> PlayBot {
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        if let bot = compilation.bot { return PlayBot(bot) }
        Console.show(compilation.report)
        Console.note("usher: nothing was compared: the flows of \(name) have \(compilation.report.summary)")
        throw ExitCode(1)
    }
}

/// The output format of a comparison.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, html
}

extension Comparison {
    /// Compares two versions for as long as there is time.
    ///
    /// - Parameters:
    ///   - most: how many of the changes get their conversation.
    ///   - say: shows how far it has come.
    init(
        from old: PlayBot, to new: PlayBot, within time: Duration, limits: ExplorationLimits = .ofComparisons,
        showing most: Int = .max, _ say: (String) -> Void
    ) {
        let began = ContinuousClock.now
        self.init(from: old, to: new, limits: limits, showing: most) { progress in
            if progress.states.isMultiple(of: 50) {
                say("comparing\(progress.scene.isEmpty ? "" : ", \(progress.scene)"): \(progress.states) states")
            }
            return began.duration(to: .now) > time * progress.share
        }
    }
}
