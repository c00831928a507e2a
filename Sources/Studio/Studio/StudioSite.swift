public import Authoring
public import Channels
public import Files
public import Projects
public import Server

/// The studio of a project: its page and what is behind it, for `usher dev`.
public struct StudioSite: Sendable {
    /// The key that opens it.
    public let key: StudioKey
    let gate: StudioGate
    let texts: ProjectTexts
    let drafts: Drafts
    let flows: DraftedFlows
    let clients = StudioClients()
    let connection = WireConnection()
    let clock: any WallClock
    /// The flows that customers have; `nil` when there are none to compare with.
    let publication: @Sendable () async -> PublishedFlows?
    let newClient: @Sendable (String) -> StudioClient

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - isStrict: whether the limits of newer devices apply.
    ///   - published: the steps of the project that customers may be waiting in.
    ///   - publication: the flows that customers have, to compare with; `nil` when there are none.
    ///   - clock: the real time, which paces the looks at the files.
    /// - Throws: `FileError` when the folder `.usher` of the project cannot be written.
    public init(
        of folder: ProjectFolder, version: String, isStrict: Bool,
        published: @escaping @Sendable (ProjectFolder) -> Set<StepName>,
        publication: @escaping @Sendable () async -> PublishedFlows? = { nil }, clock: any WallClock = SystemClock()
    ) throws(FileError) {
        let key = try StudioKey.kept(in: folder.path)
        self.key = key
        self.clock = clock
        self.publication = publication
        gate = StudioGate(key)
        let texts = ProjectTexts(folder)
        self.texts = texts
        drafts = try Drafts(in: folder.path)
        flows = DraftedFlows(texts, isStrict: isStrict, clock: clock)
        newClient = { id in
            StudioClient(id: id, folder: folder, version: version, isStrict: isStrict, published: published)
        }
    }

    /// Admits requests to the port that the server listens on; before, there is none.
    public func listens(on port: Int) { gate.listens(on: port) }

    /// The link that opens the studio in a browser.
    public func link(port: Int) -> String { "http://127.0.0.1:\(port)/studio#key=\(key.text)" }

    /// The routes of the studio.
    public var pages: AddedPages { AddedPages(root: "studio") { router in StudioRoutes(site: self).add(to: router) } }
}
