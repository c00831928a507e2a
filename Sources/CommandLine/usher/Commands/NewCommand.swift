import ArgumentParser
import Expressions
import Foundation
import JSON
import ProjectTemplates
import Projects
import Schemas
import Server
import Studio

/// `usher new`: a project of one's own.
struct NewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a project: flows, tests and settings for a business.",
        discussion: """
            Creates the folder NAME with a bot that works, its tests and its settings. On a terminal, without --template, it
            asks for the business; otherwise the options say what it is, and the rest is taken from this machine.

            Templates: \(ProjectTemplate.names).

            Examples:
              usher new my-shop
              usher new cut-and-go --template barber --business "Cut & Go" --zone Europe/Dublin
              usher new clinic --template clinic --language en --currency USD

            Exit code 0: made. 2: wrong use, or the folder is not empty.
            """)

    @Argument(help: "The folder to create.", completion: .directory)
    var name: String

    @Option(help: "Use the template of this kind of business: \(ProjectTemplate.names).")
    var template: ProjectTemplate?

    @Option(help: "Use this name of the business, which customers see; without it, one made from NAME.")
    var business: String?

    @Option(
        help: "Use this time zone, such as Europe/Dublin; without it, that of this machine.", transform: zone(named:))
    var zone: Zone?

    @Option(
        help: "Write prices in this currency, such as EUR; without it, that of this machine's region.",
        transform: currency(named:))
    var currency: Currency?

    @Option(help: "Write texts in these languages: en,de or en.")
    var language: ProjectFacts.Languages?

    func run() async throws {
        try Console.orWrongUse { () throws(NewProjectError) in try NewProject.check(name) }
        if let business, let fault = ProjectFacts.fault(ofBusiness: business) { try Bootstrap.refuse(fault) }
        var facts = suggestion(template ?? .empty)
        if template == nil {
            guard InputLines.isTerminal else {
                try Bootstrap.refuse("which kind of business? Add --template with one of \(ProjectTemplate.names)")
            }
            var questioner = Questioner()
            facts = try await questioner.facts(facts, knowsBusiness: business != nil)
        }
        try Self.make(facts, in: name)
        print(Self.nextSteps(in: name))
    }

    /// What the options say, and for the rest what this machine says.
    private func suggestion(_ template: ProjectTemplate) -> ProjectFacts {
        let folder = URL(filePath: name).standardizedFileURL.lastPathComponent
        var facts = ProjectFacts.ofThisMachine(template, business: business ?? ProjectFacts.business(ofFolder: folder))
        if let zone { facts.zone = zone }
        if let currency { facts.currency = currency }
        if let language { facts.languages = language }
        return facts
    }

    /// Writes a project, and shows its files.
    static func make(_ facts: ProjectFacts, in folder: String) throws {
        let project = NewProject(facts, with: Self.schemas)
        try Console.orWrongUse { () throws(NewProjectError) in try project.write(to: folder) }
        // Without it, the studio begins without a lesson.
        try? StudioLesson.prepare(in: folder)
        print(
            "\(folder): \(facts.business), a bot for \(facts.template.about); \(facts.zone.identifier), "
                + "\(facts.currency.code), \(project.files.count) files")
    }

    /// The schemas of the files in Config, for editors.
    private static var schemas: [NewProject.File] {
        let kinds: [(name: String, kind: SchemaKind)] = [
            ("actions", .actions), ("services", .services), ("usher", .settings),
        ]
        return kinds.map { name, kind in
            NewProject.File(
                path: "Config/\(name).schema.json", bytes: Array((kind.json.prettyText + "\n").utf8))
        }
    }

    /// What to type next.
    private static func nextSteps(in folder: String) -> String {
        let place = folder.contains { !($0.isLetter || $0.isNumber || "-_./".contains($0)) } ? "'\(folder)'" : folder
        return """

            Next:

              \(folder == "." ? "" : "cd \(place)\n  ")usher dev     # run it on this machine
              usher test    # run its tests
            """
    }
}

/// Asks questions in the terminal.
struct Questioner {
    private var lines = InputLines.stream().makeAsyncIterator()

    /// Returns the line that answers a question; ends the command when the input ends.
    mutating func ask(_ question: String) async throws -> String {
        print(question, terminator: "")
        StandardOutput.flush()
        if let line = await lines.next() { return line }
        print("")
        try Bootstrap.refuse("the input has ended; nothing was made")
    }

    /// Returns what was answered to the questions of a new project.
    mutating func facts(_ suggestion: ProjectFacts, knowsBusiness: Bool = false) async throws -> ProjectFacts {
        var interview = ProjectInterview(suggesting: suggestion, knowsBusiness: knowsBusiness)
        while let question = interview.question {
            interview.answer(try await ask(question))
            if let objection = interview.objection { print("  \(objection)") }
        }
        return interview.facts
    }
}

/// What `usher dev` does where there is no project.
enum ProjectOffer {
    /// Makes a project in a new folder here and returns the folder, if there is someone to ask who wants one; otherwise
    /// ends the command.
    static func make() async throws -> String {
        let reason = "there is no project in this folder; `usher new my-shop` makes one"
        if let below = ProjectSearch.projects(in: FileManager.default.currentDirectoryPath).first {
            try Bootstrap.refuse("there is no project in this folder, but in `\(below)`; go there first: `cd \(below)`")
        }
        guard InputLines.isTerminal, WritableStream.standardOutput.isTerminal else { try Bootstrap.refuse(reason) }
        var questioner = Questioner()
        let answer = try await questioner.ask("There is no project in this folder. Make one? [yes] ")
        guard ["", "y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace }) else {
            try Bootstrap.refuse(reason)
        }
        let facts = try await questioner.facts(.ofThisMachine(.barber, business: "My Business"))
        let folder = ProjectFacts.folder(ofBusiness: facts.business)
        try NewCommand.make(facts, in: folder)
        print("Next time go there first: `cd \(folder)`.")
        return URL(filePath: folder).standardizedFileURL.path
    }
}

extension ProjectFacts {
    /// The zone and the currency of this machine, in both languages.
    static func ofThisMachine(_ template: ProjectTemplate, business: String) -> ProjectFacts {
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return ProjectFacts(
            template: template, business: business, zone: zone(ofMachine: TimeZone.current.identifier),
            currency: currency(ofLocale: locale) ?? usualCurrency)
    }
}

extension ProjectTemplate: ExpressibleByArgument {
    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension ProjectFacts.Languages: ExpressibleByArgument {}

@Sendable private func zone(named name: String) throws -> Zone {
    guard let zone = Zone(name) else {
        throw ValidationError("There is no time zone `\(name)`; write Europe/Dublin or the like.")
    }
    return zone
}

@Sendable private func currency(named code: String) throws -> Currency {
    guard let currency = Currency(code.uppercased()) else {
        throw ValidationError("There is no currency `\(code)`; write EUR or the like.")
    }
    return currency
}
