import ConversationRuntime
import Databases
public import Expressions
public import ServerMetrics

/// A database as all stores use it: its transactions, the key of private data, and customers' files.
public struct StoredData: Sendable {
    let engine: any StorageEngine
    let seal: Seal
    /// Customers' files.
    let files: ContentFiles
    let limits: ContentLimits
    /// Which request may write to an upload.
    let turns: UploadTurns
    /// The number of files refused for lack of space.
    let refusals: Counters<RefusedContent>
    /// Pictures of stored versions of the flows.
    let published: PublishedPictures
    /// Where the data were moved; such data are only read.
    public package(set) var moved: MovedMark?
    /// By how much this machine's clock was ahead of the database server's at the opening; zero for a file.
    public package(set) var clockAhead = TimeLength.zero
    /// Whether the settings of a server accept a loss although a standby confirmed commits at the opening.
    public package(set) var acceptsLossNeedlessly = false
    /// Why the database server of a command may be a former primary, for operators; `nil` when nothing speaks for it.
    public package(set) var doubt: String?

    package init(
        engine: any StorageEngine, seal: Seal, files: ContentFiles, limits: ContentLimits, turns: UploadTurns,
        refusals: Counters<RefusedContent>, published: PublishedPictures
    ) {
        self.engine = engine
        self.seal = seal
        self.files = files
        self.limits = limits
        self.turns = turns
        self.refusals = refusals
        self.published = published
    }

    /// - Parameters:
    ///   - engine: runs the transactions.
    ///   - key: seals private answers.
    ///   - files: the folder of customers' files and of pictures.
    ///   - place: where new files of customers go; those that are elsewhere are still found.
    ///   - limits: the space limits of customers' files.
    ///   - registry: where the metrics are registered.
    /// - Throws: when the folder cannot be created.
    public init(
        _ engine: any StorageEngine, key: StorageKey?, files: String, in place: ContentPlace = .folder,
        limits: ContentLimits = ContentLimits(),
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) throws {
        let folder = ContentFolder(database: "\(files)/files", limits)
        try folder.make()
        self.init(
            engine: engine, seal: Seal(key), files: ContentFiles(place, folder: folder, engine: engine),
            limits: limits, turns: UploadTurns(), refusals: Self.refusals(in: registry),
            published: PublishedPictures(database: "\(files)/files"))
    }

    /// The number of files refused for lack of space.
    package static func refusals(in registry: MetricsRegistry) -> Counters<RefusedContent> {
        registry.counters(
            "usher_content_refused_total", "Files rejected because a storage limit was reached.", by: "limit")
    }

    /// What to do about a loss that is accepted needlessly.
    public static var needlessLossAdvice: String { ServerFacts.needlessLossAdvice }

    /// Whether private data can be decrypted.
    public var hasKey: Bool { seal.hasKey }

    func read<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.read(work)
    }

    func perform<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.perform(work)
    }

    func change<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await engine.change(work)
    }
}
