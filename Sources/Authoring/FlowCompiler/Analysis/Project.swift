import ChannelRules
import Diagnostics
public import Expressions
public import MessageModel

/// The parsed files, with functions to look things up in them.
struct Project: Sendable {
    /// Shared by all copies, because every check and every analysis has one.
    private let parts: Parts
    /// The steps of each flow that destinations name, but that do not exist.
    private(set) var missingSteps: [Set<String>] = []

    var bot: BotSyntax { parts.bot }
    var flows: [FlowSyntax] { parts.flows }
    var actions: ActionsSyntax { parts.actions }
    var services: ServicesSyntax { parts.services }
    var assets: [String: Asset] { parts.assets }
    var options: CompilerOptions { parts.options }
    var translations: Translations { parts.translations }
    private var files: [String: SourceFile] { parts.files }

    init(
        bot: BotSyntax, flows: [FlowSyntax], actions: ActionsSyntax, services: ServicesSyntax, files: [SourceFile],
        assets: [String: Asset], options: CompilerOptions, translations: [TranslationSyntax] = []
    ) {
        parts = Parts(
            bot: bot, flows: flows, actions: actions, services: services, assets: assets, options: options,
            translations: Translations(translations, of: flows, bot),
            files: Dictionary(files.map { ($0.path, $0) }) { first, _ in first })
        missingSteps = flows.map { _ in [] }
        for (destination, flow) in allDestinations {
            guard let (step, flow) = destination.named(in: flow, self), !step.isEmpty else { continue }
            if self.step(named: step, in: flow) == nil { missingSteps[flow].insert(step) }
        }
    }

    private final class Parts: Sendable {
        let bot: BotSyntax
        let flows: [FlowSyntax]
        let actions: ActionsSyntax
        let services: ServicesSyntax
        let assets: [String: Asset]
        let options: CompilerOptions
        let translations: Translations
        /// The files themselves, for line numbers in messages.
        let files: [String: SourceFile]
        let flowIndex: [String: Int]
        let stepIndex: [[String: Int]]

        init(
            bot: BotSyntax, flows: [FlowSyntax], actions: ActionsSyntax, services: ServicesSyntax,
            assets: [String: Asset], options: CompilerOptions, translations: Translations, files: [String: SourceFile]
        ) {
            self.bot = bot
            self.flows = flows
            self.actions = actions
            self.services = services
            self.assets = assets
            self.options = options
            self.translations = translations
            self.files = files
            flowIndex = Dictionary(flows.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
            stepIndex = flows.map { flow in
                Dictionary(flow.steps.enumerated().map { ($0.element.name.value, $0.offset) }) { first, _ in first }
            }
        }
    }

    /// The line of a location, from 1.
    func line(of span: Span) -> Int? { files[span.file]?.place(of: span.range.lowerBound).line }

    /// Whether a file contains this text.
    func mentions(_ text: String) -> Bool {
        files.values.contains { file in
            file.path.hasPrefix("Flows/") && String(decoding: file.bytes, as: UTF8.self).contains(text)
        }
    }

    /// Whether a text stands in quotes.
    func isQuoted(_ text: SourceText) -> Bool {
        guard let bytes = files[text.file]?.bytes, bytes.indices.contains(text.start - 1) else { return false }
        return bytes[text.start - 1] == UInt8(ascii: "\"") || bytes[text.start - 1] == UInt8(ascii: "'")
    }

    /// How often each word of a file is in it; letters, digits, `-` and `_` make a word.
    func words(of file: String) -> [String: Int] {
        let text = String(decoding: files[file]?.bytes ?? [], as: UTF8.self)
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return Dictionary(words.map { (String($0), 1) }, uniquingKeysWith: +)
    }

    /// All steps of all flows.
    var stepIDs: [StepID] {
        flows.indices.flatMap { flow in flows[flow].steps.indices.map { StepID(flow: flow, step: $0) } }
    }

    func step(_ id: StepID) -> StepSyntax { flows[id.flow].steps[id.step] }

    func flow(named name: String) -> Int? { parts.flowIndex[name] }

    func step(named name: String, in flow: Int) -> StepID? {
        parts.stepIndex[flow][name].map { StepID(flow: flow, step: $0) }
    }

    func action(named name: String) -> ActionSyntax? { actions.actions.first { $0.name.value == name } }

    /// The first step of a flow.
    func start(of flow: Int) -> StepID? {
        guard let start = flows[flow].start, case .step(let name) = start.target else { return nil }
        return step(named: name, in: flow)
    }

    /// What a destination names: a word that is no step of its flow, but another flow, is the start of that flow.
    ///
    /// - Parameter flow: the flow it is written in; `nil` in bot.yaml.
    func meaning(of destination: DestinationSyntax, in flow: Int?) -> DestinationSyntax.Target {
        guard case .step(let name) = destination.target, let flow, step(named: name, in: flow) == nil,
            self.flow(named: name) != nil, flows[flow].start?.span != destination.span
        else { return destination.target }
        return .flow(name, step: nil)
    }

    /// Resolves a destination; `nil` when it names nothing.
    ///
    /// - Parameter flow: the flow it is written in; `nil` in bot.yaml.
    func resolve(_ destination: DestinationSyntax, in flow: Int?) -> Target? {
        switch meaning(of: destination, in: flow) {
        case .end: return .end
        case .back: return .back
        case .resume: return .resume
        case .step(let name): return flow.flatMap { step(named: name, in: $0) }.map { .step($0) }
        case .flow(let name, let step):
            guard let target = self.flow(named: name) else { return nil }
            return (step.map { self.step(named: $0, in: target) } ?? start(of: target)).map { .step($0) }
        }
    }

    // Inheritance: the nearest exit replaces outer ones as a whole.

    func silent(_ id: StepID) -> Inherited<SilentSyntax>? {
        inherited(id, \.silent)
    }

    func other(_ id: StepID) -> Inherited<OtherSyntax>? {
        inherited(id, \.other)
    }

    func failed(_ id: StepID) -> Inherited<FailedSyntax>? {
        inherited(id, \.failed)
    }

    private func inherited<Exit>(_ id: StepID, _ exit: KeyPath<ExitsSyntax, Exit?>) -> Inherited<Exit>? {
        if let own = step(id).exits[keyPath: exit] { return Inherited(exit: own, level: .step, flow: id.flow) }
        if let flow = flows[id.flow].exits[keyPath: exit] { return Inherited(exit: flow, level: .flow, flow: id.flow) }
        return bot.exits[keyPath: exit].map { Inherited(exit: $0, level: .bot, flow: nil) }
    }
}

extension DestinationSyntax {
    /// The step that it names, and the flow of that step; `nil` when it names none, or a flow that does not exist.
    func named(in flow: Int?, _ project: Project) -> (step: String, flow: Int)? {
        switch project.meaning(of: self, in: flow) {
        case .end, .back, .resume: nil
        case .step(let step): flow.map { (step, $0) }
        case .flow(let name, let step):
            step.flatMap { step in project.flow(named: name).map { (step, $0) } }
        }
    }
}

/// A step of a project, by the index of its flow and its index there.
struct StepID: Hashable, Sendable {
    let flow: Int
    let step: Int
}

/// The target of an edge.
enum Target: Hashable, Sendable {
    case step(StepID)
    case end, back, resume
}

/// An exit and its origin.
struct Inherited<Exit> {
    enum Level { case step, flow, bot }

    let exit: Exit
    let level: Level
    /// The flow in which its destinations are resolved; `nil` in bot.yaml.
    let flow: Int?
}

/// The options of the compiler.
public struct CompilerOptions: Sendable {
    /// The time of the check: slots before it are in the past.
    public var now: Moment
    /// Whether the limits of newer devices apply: 200 characters, pictures up to 200 KB.
    public var isStrict: Bool

    public init(now: Moment, isStrict: Bool = true) {
        self.now = now
        self.isStrict = isStrict
    }

    /// The limits beyond which diagnostics are reported.
    var limits: AppleLimits { isStrict ? .strict : .documented }
}

/// A picture or file in `Flows/images`.
public struct Asset: Sendable, Hashable {
    /// The size in bytes.
    public let size: Int
    /// Width and height in pixels; `nil` unless it is a PNG or JPEG.
    public let pixels: Pixels?
    /// `nil` when it is not a picture.
    public let format: PictureFormat?

    public struct Pixels: Sendable, Hashable {
        public let width: Int
        public let height: Int
    }

    public init(bytes: [UInt8]) { self.init(size: bytes.count, beginning: bytes) }

    /// - Parameter beginning: enough of the file to contain the header of a picture.
    public init(size: Int, beginning: [UInt8]) {
        self.size = size
        format = PictureFormat(beginning)
        pixels = ImageHeader.pixels(of: beginning)
    }
}
