public import Diagnostics
import Expressions
public import FlowModel

/// The files of a project: those in `Flows/`, the actions and the services.
public struct ProjectFiles: Sendable {
    /// `Flows/bot.yaml` and the flows, by paths relative to the project folder.
    public var texts: [SourceFile]
    /// `Config/actions.yaml`; `nil` when there is none.
    public var actions: SourceFile?
    /// `Config/services.yaml`; `nil` when there is none.
    public var services: SourceFile?
    /// The contents of `Flows/images`, by path inside that folder.
    public var assets: [String: Asset]
    /// A hash of all files.
    public var version: String

    public init(
        texts: [SourceFile], actions: SourceFile? = nil, services: SourceFile? = nil, assets: [String: Asset],
        version: String
    ) {
        self.texts = texts
        self.actions = actions
        self.services = services
        self.assets = assets
        self.version = version
    }
}

/// The result of compiling a project: all diagnostics, and the bot unless there are errors.
public struct Compilation: Sendable {
    public let report: DiagnosticReport
    /// `nil` when there is an error.
    public let bot: Bot?
    /// The steps of all flows, with their locations in the files.
    public let steps: [WrittenSteps]
    /// What the analysis knows beyond the diagnostics.
    package let insight: Insight
}

/// Compiles the files of a project to a bot, or to diagnostics for their authors.
///
/// Pure: the same files and options always give the same result. One pass reports the errors of all files.
public enum Compiler {
    static let botFile = "Flows/bot.yaml"

    public static func compile(_ files: ProjectFiles, options: CompilerOptions) -> Compilation {
        var checking = Checking(files, options)
        for check in Checks.all { checking.run(check) }
        return checking.compilation
    }

    /// The same; returns `nil` as soon as `isAbandoned` says, between two checks, that the result is no longer needed.
    public static func compile(
        _ files: ProjectFiles, options: CompilerOptions, unless isAbandoned: () -> Bool
    ) -> Compilation? {
        if isAbandoned() { return nil }
        var checking = Checking(files, options)
        for check in Checks.all {
            if isAbandoned() { return nil }
            checking.run(check)
        }
        return checking.compilation
    }

    /// Files that are being checked.
    private struct Checking {
        let files: ProjectFiles
        let findings = DiagnosticCollector()
        let project: Project
        let analysis: Analysis
        /// What the checks have found.
        private var found: [Diagnostic] = []

        init(_ files: ProjectFiles, _ options: CompilerOptions) {
            self.files = files
            project = Compiler.read(files, options, findings)
            analysis = Analysis(project)
        }

        mutating func run(_ check: any Check) { found += check.diagnose(analysis) }

        var compilation: Compilation {
            let causes = Consequences(project, files).removed(from: found, read: findings.diagnostics)
            let report = DiagnosticReport(causes, in: files.all)
            let bot = report.errors == 0 ? Lowering(project).bot(version: files.version) : nil
            return Compilation(
                report: report, bot: bot, steps: project.flows.map { WrittenSteps($0) }, insight: Insight(analysis))
        }
    }

    static func read(_ files: ProjectFiles, _ options: CompilerOptions, _ findings: DiagnosticCollector) -> Project {
        // The records of actions are types of facts, and amounts of actions are in the currency of the bot: the bot is
        // decoded first, with the records alone.
        let bot = bot(files, declaredRecords(in: files), findings)
        var actions = actions(files, bot.context, findings)
        let records = actions.records.merging(bot.records) { first, _ in first }
        let services = services(files, findings)
        let actionsAreDamaged = actions.isDamaged
        var flows = files.texts.filter { $0.path != Self.botFile && !$0.isTranslation }.map { file in
            let name = file.nameOfFlow
            let before = findings.diagnostics.count
            let types = TypeReader(
                records: [:], known: records, mayHaveOthers: actionsAreDamaged || bot.areRecordsDamaged,
                findings: findings)
            let decoder = FlowDecoder(findings: findings, context: bot.context, types: types)
            let root = Self.root(file, as: .flow, findings)
            var flow = decoder.flow(root, file: file.path, fileName: name)
            flow.textNames = TextNames(root)
            findings.endFile()
            flow.markDamage(findings.diagnostics[before...].filter { $0.severity == .error }.map(\.span))
            return flow
        }
        let translations = files.texts.filter(\.isTranslation).map { file in
            defer { findings.endFile() }
            return TranslationDecoder(findings: findings).translation(
                root(file, as: .translation, findings), file: file)
        }
        let tables = bot.results.tables + flows.flatMap(\.results.tables)
        for index in flows.indices { ResultCalls.complete(&flows[index], tables, bot.events) }
        actions.actions += ResultCalls.actions(of: tables)
        return Project(
            bot: bot, flows: flows, actions: actions, services: services, files: files.all, assets: files.assets,
            options: options, translations: translations)
    }

    /// Config/actions.yaml as far as its records matter; what is wrong with it is reported when it is decoded itself.
    private static func declaredRecords(in files: ProjectFiles) -> ActionsSyntax {
        actions(files, ReadingContext(currency: nil, zone: .utc), DiagnosticCollector())
    }

    private static func bot(
        _ files: ProjectFiles, _ actions: ActionsSyntax, _ findings: DiagnosticCollector
    ) -> BotSyntax {
        let file = files.texts.first { $0.path == Self.botFile }
        if file == nil {
            findings.report(
                .emptyFile, "there is no \(Self.botFile)", at: Span(file: Self.botFile, range: 0..<0),
                help: "make one; it needs `bot:`, `zone:` and `start:`")
        }
        defer { findings.endFile() }
        let root = file.flatMap { Self.root($0, as: .bot, findings) }
        var bot = BotDecoder(findings: findings, actions: actions).bot(root, file: Self.botFile)
        bot.textNames = TextNames(root)
        return bot
    }

    private static func actions(
        _ files: ProjectFiles, _ context: ReadingContext, _ findings: DiagnosticCollector
    ) -> ActionsSyntax {
        guard let file = files.actions else { return ActionsSyntax() }
        defer { findings.endFile() }
        guard let root = root(file, as: .config, findings, .actionsFile) else { return ActionsSyntax(isDamaged: true) }
        return ActionsDecoder(findings: findings, context: context).actions(root)
    }

    private static func services(_ files: ProjectFiles, _ findings: DiagnosticCollector) -> ServicesSyntax {
        guard let file = files.services else { return ServicesSyntax() }
        defer { findings.endFile() }
        guard let root = root(file, as: .config, findings, .services) else { return .unreadable }
        return ServicesDecoder(findings: findings).services(root)
    }

    private static func root(
        _ file: SourceFile, as region: Region, _ findings: DiagnosticCollector, _ place: KeyPlace? = nil
    ) -> MapNode? {
        let (root, diagnostics) = FileReader.read(file, as: region, place: place)
        findings.add(diagnostics)
        return root
    }
}

extension SourceFile {
    /// The name of the file without its extension: `hello`, or `hello.de`.
    private var bareName: Substring {
        let name = path.split(separator: "/").last ?? Substring()
        return name.dropLast(".yaml".count)
    }

    /// Where the language begins in the file name of a translation.
    private var languagePoint: Substring.Index? { bareName.lastIndex { $0 == "." } }

    /// Whether it is a translation: `Flows/hello.de.yaml`, `Flows/bot.de.yaml`.
    public var isTranslation: Bool { languagePoint != nil }

    /// `Flows/hello.yaml` contains the flow `hello`; for a translation, the flow that it translates.
    var nameOfFlow: String {
        guard let point = languagePoint else { return String(bareName) }
        return String(bareName[..<point])
    }

    /// `de` of `Flows/hello.de.yaml`.
    var languageOfName: String {
        guard let point = languagePoint else { return "" }
        return String(bareName[point...].dropFirst())
    }
}

extension ProjectFiles {
    /// All texts among them.
    public var all: [SourceFile] { texts + [actions, services].compactMap { $0 } }
}

extension FlowSyntax {
    /// Marks the steps with a part that could not be read: those with an error between their name and the next one.
    fileprivate mutating func markDamage(_ errors: [Span]) {
        let errors = errors.map(\.range.lowerBound).sorted()
        let order = steps.indices.sorted { steps[$0].span.range.lowerBound < steps[$1].span.range.lowerBound }
        var next = 0
        for (place, index) in order.enumerated() {
            let start = steps[index].span.range.lowerBound
            let end = place + 1 < order.count ? steps[order[place + 1]].span.range.lowerBound : stepsEnd
            while next < errors.count, errors[next] < start { next += 1 }
            if next < errors.count, errors[next] < end { steps[index].isDamaged = true }
        }
    }
}
