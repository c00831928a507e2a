import ArgumentParser
import Diagnostics
import FlowCompiler
import FlowMap
import FlowModel
import Foundation
import Projects
import SQLStorage
import SQLiteStorage
import Server
import Studio

/// `usher map`: draws a flow.
struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Draw a flow: its steps, and where each answer leads.",
        discussion: """
            FLOW is the name of a flow, or its file. The picture is written to standard output, or to the file of --output.
            Exits that most steps share (silence, an unexpected reply, an unable device) are omitted; --exits draws them,
            once for the flow.

            --stats labels every step with its visits and drop-offs, and every arrow with how often it was taken, as `usher
            flow stats` counts them in the server's database. Steps have the names of the drawn flows.

            Examples:
              usher map booking > booking.svg
              usher map booking --stats --since "7 days" --exits > last-week.svg
              usher map booking --exits --output booking.svg
              usher map Flows/booking.yaml --format mermaid

            Exit code 0: the picture is written. 1: the flows have errors. 2: wrong use.
            """)

    @Argument(help: "The name of a flow, or its file.", completion: .file(extensions: ["yaml"]))
    var flow: String

    @Option(help: "Write svg for browsers and documents, mermaid for wikis, or dot for Graphviz.")
    var format: PictureFormat = .svg

    @Flag(help: "Draw also the exits that most steps share.")
    var exits = false

    @Flag(help: "Label steps and arrows with statistics of the database.")
    var stats = false

    @OptionGroup var span: VisitSpan

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write the picture to this file.", completion: .file())
    var output: String?

    @Option(help: "Look for FLOW in this project folder, when it is a name.", completion: .directory)
    var path = "."

    func validate() throws {
        guard !stats else { return }
        for (name, value) in [("since", span.since), ("until", span.until), ("config", access.config)] {
            if value != nil { throw ValidationError("`--\(name)` requires `--stats`.") }
        }
    }

    func run() async throws {
        let isFile = flow.hasSuffix(".yaml")
        let folder = try Console.orWrongUse { () throws(ProjectError) in
            try ProjectFolder(at: isFile ? flow : ProjectPlace.path(path))
        }
        let bot = try bot(of: folder)
        let name = isFile ? URL(filePath: flow).deletingPathExtension().lastPathComponent : flow
        guard let index = bot.flows.firstIndex(where: { $0.name == name }) else {
            let names = bot.flows.map { "`\($0.name)`" }.joined(separator: ", ")
            try Bootstrap.refuse("there is no flow `\(name)`; the flows are \(names)")
        }
        let traffic = stats ? try await traffic(in: bot) : nil
        let picture = FlowPicture(of: index, in: bot, showsExits: exits, traffic: traffic).text(as: format.format)
        guard let output else { return print(picture, terminator: "") }
        do {
            try Data(picture.utf8).write(to: URL(filePath: output), options: .atomic)
        } catch {
            try Bootstrap.refuse(
                "cannot write \(output); does its folder exist, and do you have permission to write there?")
        }
    }

    private func traffic(in bot: Bot) async throws -> FlowTraffic {
        FlowTraffic(try await span.statistics(of: try access.open().operators, namedAsIn: bot), in: bot)
    }

    /// Returns the bot; ends the command when it has errors. Warnings are left to `usher check`.
    private func bot(of folder: ProjectFolder) throws -> Bot {
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        if let bot = compilation.bot { return bot }
        Console.show(compilation.report)
        Console.note("usher: the flows have \(compilation.report.summary); correct them before drawing")
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
