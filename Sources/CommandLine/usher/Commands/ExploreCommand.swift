import ArgumentParser
import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import JSON
import Projects
import Server
import Simulation

/// `usher explore`: tries every way through the flows, and reports what customers would stumble over.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Try every way through the flows, and report what customers would stumble over.",
        discussion: """
            Every answer that is offered, words that fit nothing, silence, taps on old bubbles, each outcome of each call, on
            several devices, in every language, during opening hours and outside them: all of it on the engine that serves
            customers. Nothing leaves this machine. `Docs/Exploring.md` says what is tried, and what is not.

            PATH is a project folder or one of its flows.

            Examples:
              usher explore
              usher explore --flow booking
              usher explore --write Flows/booking.transcript --flow booking
              usher explore --seconds 600 --states 200000
              usher explore --format json | jq '.findings[].transcript'

            Each finding shows the shortest conversation that leads to it. --write appends these conversations to a transcript
            as tests, which pass until the flow is corrected.

            Exit code 0: no errors (warnings may be shown). 1: errors. 2: wrong use. 3: there is no such flow.
            """)

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "Begin in this flow, as its transcript does, and report only on it.")
    var flow: String?

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @Option(help: "Stop after this many seconds.")
    var seconds = 60

    @Option(help: "Limit each scene to this many states.")
    var states = ExplorationLimits().states

    @Option(help: "Append the conversations of the findings to this transcript.", completion: .file())
    var write: String?

    func validate() throws {
        guard seconds >= 1 else { throw ValidationError("--seconds: at least 1") }
        guard states >= 1 else { throw ValidationError("--states: at least 1") }
    }

    func run() async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        guard let bot = compilation.bot else {
            Console.show(compilation.report)
            Console.note("usher: nothing was explored: the flows have \(compilation.report.summary)")
            throw ExitCode(1)
        }
        let name = flow ?? folder.onlyFile.flatMap { $0.flowName }
        if let name, !bot.flows.contains(where: { $0.name == name }) {
            Console.note(
                "usher: there is no flow called \(name); the flows are \(bot.flows.map(\.name).joined(separator: ", "))"
            )
            throw Console.notFound
        }
        let transcripts = try Console.orWrongUse { () throws(ProjectError) in try folder.transcripts() }
        let stated = StatedProperties(of: transcripts, in: bot)
        var limits = ExplorationLimits()
        limits.states = states
        let began = ContinuousClock.now
        let end = began + .seconds(seconds)
        // The rest of the time is for loops and properties in what was met.
        let lastMove = began + Duration.seconds(seconds) * 0.9
        let bar = ProgressLine()
        let exploration = Exploration(
            of: PlayBot(bot), beginningIn: name, limits: limits, stating: stated,
            unless: { phase in
                switch phase {
                case .trying: ContinuousClock.now > lastMove
                case .checking: ContinuousClock.now > end
                }
            },
            whenTried: { progress in
                if progress.states.isMultiple(of: 50) { bar.say(progress.words) }
            })
        bar.clear()
        let spent = began.duration(to: .now)
        let report = ExplorationReport(
            exploration, in: compilation, mistakes: stated.diagnostics, files: files.all + transcripts)
        try append(exploration, in: folder)
        switch format {
        case .json: print(report.json(seconds: spent).prettyText)
        case .text:
            let text = report.diagnostics.text(colors: Console.hasColors(.standardOutput))
            if !text.isEmpty { printStyled(text) }
            printStyled(report.summary(seconds: spent))
        }
        if report.diagnostics.errors > 0 { throw ExitCode(1) }
    }

    /// Appends the conversations of the findings to the transcript, those that it does not have yet.
    private func append(_ exploration: Exploration, in folder: ProjectFolder) throws {
        guard let write else { return }
        var before = ""
        if FileManager.default.fileExists(atPath: write) {
            guard let text = try? String(contentsOfFile: write, encoding: .utf8) else {
                Console.note("usher: \(write) cannot be read as UTF-8; nothing was added to it")
                throw ExitCode(2)
            }
            before = text
        }
        let names = Set(before.split(separator: "\n").filter { $0.hasPrefix("test:") })
        let added = exploration.findings.compactMap(\.transcript).filter { transcript in
            transcript.split(separator: "\n").first.map { !names.contains($0) } ?? false
        }
        guard !added.isEmpty else { return Console.note("no conversation was added to \(write)") }
        let separator = before.isEmpty || before.hasSuffix("\n\n") ? "" : before.hasSuffix("\n") ? "\n" : "\n\n"
        do {
            try (before + separator + added.joined(separator: "\n")).write(
                toFile: write, atomically: true, encoding: .utf8)
        } catch {
            Console.note("usher: cannot write \(write): \(error.localizedDescription)")
            throw ExitCode(2)
        }
        Console.note("\(counted(added.count, "conversation")) added to \(write)")
    }
}

extension Exploration.Progress {
    fileprivate var words: String {
        let scene = scene.isEmpty ? "" : ", \(scene)"
        return "exploring \(place) of \(scenes)\(scene): \(counted(states, "state")), \(counted(moves, "move"))"
    }
}

extension String {
    /// The name of the flow of a file such as `Flows/booking.yaml`; `nil` for bot.yaml and other files.
    fileprivate var flowName: String? {
        guard hasSuffix(".yaml"), hasPrefix("Flows/"), self != "Flows/bot.yaml" else { return nil }
        return String(dropFirst("Flows/".count).prefix { $0 != "." })
    }
}
