import ArgumentParser
import Diagnostics
import FlowCompiler
import FlowMap
import FlowModel
import Foundation
import Projects
import Server

/// `usher map`: draws a flow.
struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Draws a flow: its steps, and where each answer leads.",
        discussion: """
            FLOW is the name of a flow, or its file. The picture goes to standard output unless --output names a file.
            What most steps share when a customer is silent, writes something else, or cannot be reached is left out;
            --exits draws it, once for the flow.

            --stats writes beside every step how many customers came by and where they were lost, and beside every arrow how
            often it was taken, as `usher flow stats` counts them in the server's database. Steps go by the names that they have
            in the flows that are drawn.

            Examples:
              usher map booking > booking.svg
              usher map booking --stats --since "7 days" --exits > last-week.svg
              usher map booking --exits --output booking.svg
              usher map Flows/booking.yaml --format mermaid

            Exit code 0: the picture is written. 1: the flows have errors. 2: wrong use.
            """)

    @Argument(help: "The name of a flow, or its file.", completion: .file(extensions: ["yaml"]))
    var flow: String

    @Option(help: "svg for browsers and documents, mermaid for wikis, dot for Graphviz.")
    var format: PictureFormat = .svg

    @Flag(help: "Draw the exits that most steps share, too.")
    var exits = false

    @Flag(help: "Write what was counted beside steps and arrows.")
    var stats = false

    @OptionGroup var span: VisitSpan

    @OptionGroup var access: OperatorAccess

    @Option(help: "Where to write the picture.", completion: .file())
    var output: String?

    @Option(help: "The project folder, when FLOW is a name.", completion: .directory)
    var path = "."

    func validate() throws {
        guard !stats else { return }
        for (name, value) in [("since", span.since), ("until", span.until), ("config", access.config)] {
            if value != nil { throw ValidationError("`--\(name)` belongs to `--stats`.") }
        }
    }

    func run() async throws {
        let isFile = flow.hasSuffix(".yaml")
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: isFile ? flow : path) }
        let bot = try bot(of: folder)
        let name = isFile ? URL(filePath: flow).deletingPathExtension().lastPathComponent : flow
        guard let index = bot.flows.firstIndex(where: { $0.name == name }) else {
            let names = bot.flows.map { "`\($0.name)`" }.joined(separator: ", ")
            try Bootstrap.refuse("there is no flow called `\(name)`; there is \(names)")
        }
        let traffic = stats ? try await traffic(in: bot) : nil
        let picture = FlowPicture(of: index, in: bot, showsExits: exits, traffic: traffic).text(as: format.format)
        guard let output else { return print(picture, terminator: "") }
        do {
            try Data(picture.utf8).write(to: URL(filePath: output), options: .atomic)
        } catch {
            try Bootstrap.refuse("\(output) cannot be written; does its folder exist, and may you write there?")
        }
    }

    private func traffic(in bot: Bot) async throws -> FlowTraffic {
        FlowTraffic(try await span.statistics(of: try access.open(), namedAsIn: bot), in: bot)
    }

    /// Returns the bot; ends the command when it has errors. Warnings are left to `usher check`.
    private func bot(of folder: ProjectFolder) throws -> Bot {
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        if let bot = compilation.bot { return bot }
        Console.show(compilation.report)
        Console.note("usher: the flows have \(compilation.report.summary); mend them, then there is something to draw")
        throw ExitCode(1)
    }
}

/// The output format of a picture.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, mermaid, dot

    var format: FlowPicture.Format {
        switch self {
        case .svg: .svg
        case .mermaid: .mermaid
        case .dot: .dot
        }
    }
}
