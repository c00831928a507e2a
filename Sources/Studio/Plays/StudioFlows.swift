public import Diagnostics
public import FlowCompiler
public import FlowMap
public import FlowModel
public import Simulation

/// The flows of a studio while they are being written: compiled once for each text, with the last valid ones beside
/// them while the text has errors.
///
/// Pure: the same texts always give the same plays, maps and tests. Nothing here reads a disk or a clock.
public struct StudioFlows: Sendable {
    /// The files as they are now, valid or not.
    public let files: ProjectFiles
    /// The transcripts of the project.
    public let transcripts: [SourceFile]
    /// What the compiler says about the files.
    public let compilation: Compilation
    /// The flows of the files, or while these have errors those of the last ones that had none; `nil` when there were
    /// none.
    public let valid: ValidFlows?

    /// Compiles the files.
    ///
    /// - Parameters:
    ///   - transcripts: the files in `Flows/` with the extension `transcript`.
    ///   - previous: the flows before the last change.
    public init(
        _ files: ProjectFiles, transcripts: [SourceFile], options: CompilerOptions, after previous: StudioFlows? = nil
    ) {
        self.init(
            files, transcripts: transcripts, compilation: Compiler.compile(files, options: options), after: previous)
    }

    /// The same for files that have been compiled already, as those of a `Draft`.
    public init(
        _ files: ProjectFiles, transcripts: [SourceFile], compilation: Compilation, after previous: StudioFlows? = nil
    ) {
        self.files = files
        self.transcripts = transcripts
        self.compilation = compilation
        valid = compilation.bot.map { ValidFlows($0, compilation, files) } ?? previous?.valid
    }

    /// Whether the valid flows are those of the files.
    public var isCurrent: Bool { compilation.bot != nil }

    /// The errors and warnings of the files as they are now.
    public var report: DiagnosticReport { compilation.report }

    /// Plays all tests, as `usher test` does; nothing while the flows have never been valid.
    ///
    /// - Parameter isUpdating: whether a `bot:` line without a match adds an update instead of failing.
    public func tests(updating isUpdating: Bool = false) -> TestReport {
        valid.map { TestReport(playing: transcripts, with: $0.bot, isUpdating: isUpdating) } ?? TestReport()
    }

    /// What a report has passed of the flows, or of one of them; `nil` unless the valid flows are those of the files.
    public func coverage(by report: TestReport, of flow: String? = nil) -> Coverage? {
        guard let bot = compilation.bot else { return nil }
        let items = compilation.steps.filter { flow == nil || $0.flow == flow }.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
        return Coverage(of: items, in: bot, by: report.passages)
    }

    /// The map of a flow; `nil` without valid flows, and when none of them has this name.
    ///
    /// - Parameters:
    ///   - traffic: the numbers of customers to show beside steps and routes; `nil` for a map without numbers.
    ///   - previous: the map before the last change; boxes stay in its order where that makes no difference.
    public func map(
        of flow: String, showsExits: Bool = false, traffic: FlowTraffic? = nil, near previous: MapDrawing? = nil
    ) -> MapDrawing? {
        guard let valid, let index = valid.bot.flows.firstIndex(where: { $0.name == flow }) else { return nil }
        return FlowPicture(of: index, in: valid.bot, showsExits: showsExits, traffic: traffic).drawing(
            places: isCurrent ? valid.places : MapPlaces(), near: previous)
    }
}

/// Flows without errors, ready to be played.
public struct ValidFlows: Sendable {
    /// The flows, compiled.
    public let bot: Bot
    let plays: PlayBot
    /// Where the steps stand in the files of these flows.
    let places: MapPlaces
    let insight: Insight
    /// The steps with their places in the files.
    let written: [WrittenSteps]
    /// The files, by path.
    let sources: [String: SourceFile]

    init(_ bot: Bot, _ compilation: Compilation, _ files: ProjectFiles) {
        self.bot = bot
        plays = PlayBot(bot)
        insight = compilation.insight
        written = compilation.steps
        sources = Dictionary(files.texts.map { ($0.path, $0) }) { first, _ in first }
        places = MapPlaces(written, sources)
    }
}

extension MapPlaces {
    fileprivate init(_ steps: [WrittenSteps], _ sources: [String: SourceFile]) {
        self.init()
        for flow in steps {
            guard let source = sources[flow.file] else { continue }
            self.files[flow.flow] = flow.file
            for block in flow.blocks {
                let first = source.line(at: block.span.range.lowerBound) + 1
                let last = source.line(at: max(block.span.range.lowerBound, block.span.range.upperBound - 1)) + 1
                self[flow.flow, block.step] = first...max(first, last)
            }
            for item in flow.items {
                guard let way = item.way else { continue }
                self[flow.flow, item.step, way.id] = source.line(at: item.span.range.lowerBound) + 1
            }
        }
    }
}
