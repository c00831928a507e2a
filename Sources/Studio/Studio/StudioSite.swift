package import Authoring
package import Channels
import Desk
package import Files
import FlowCompiler
package import Projects
public import Server

/// The studio of a project: its page and what is behind it, for `usher dev`, and for a server.
public struct StudioSite: Sendable {
    /// What opens it in `usher dev`; `nil` on a server, where authors sign in.
    let gate: StudioGate?
    let access: any StudioAccess
    let storage: any StudioStorage
    var texts: ProjectTexts { storage.texts }
    let flows: DraftedFlows
    let clients = StudioClients()
    let connection = WireConnection()
    let clock: any WallClock
    /// The flows that what is typed is compared with.
    let base: BaseFlows
    /// The explorations and comparisons that pages have asked for, and what each may take.
    let walks = StudioWalks()
    var bounds = WalkBounds()
    /// The server that customers talk to; `nil` when the settings name none.
    let server: StudioServer?
    let newClient: @Sendable (StudioClient.ID) -> StudioClient

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - isStrict: whether the limits of newer devices apply.
    ///   - published: the steps of the project that customers may be waiting in.
    ///   - publication: the flows that customers have, to compare with; `nil` when there are none.
    ///   - server: the server that customers talk to; `nil` when there is none to publish to.
    ///   - clock: the real time, which paces the looks at the files.
    /// - Throws: `FileError` when the folder `.usher` of the project cannot be written.
    package init(
        of folder: ProjectFolder, version: String, isStrict: Bool,
        published: @escaping @Sendable (ProjectFolder) -> Set<StepName>,
        publication: @escaping @Sendable () async -> PublishedFlows? = { nil }, server: StudioServer? = nil,
        clock: any WallClock = SystemClock()
    ) throws(FileError) {
        self.server = server
        let gate = StudioGate(try StudioKey.kept(in: folder.path))
        self.gate = gate
        access = gate
        self.clock = clock
        let texts = ProjectTexts(folder)
        storage = FolderStorage(texts: texts, drafts: try Drafts(in: folder.path))
        let compilations = CompilationMemory()
        let drafted = DraftedFlows(texts, isStrict: isStrict, clock: clock, compilations: compilations)
        flows = drafted
        base = BaseFlows(publication: publication, orOpened: drafted, isStrict: isStrict, clock: clock)
        newClient = { id in
            StudioClient(
                id: id, folder: folder, version: version, isStrict: isStrict, published: published,
                compilations: compilations)
        }
    }

    /// The studio of a server.
    ///
    /// - Parameters:
    ///   - steps: the steps in which customers may be waiting.
    ///   - access: decides who may use it.
    ///   - isStrict: whether the limits of newer devices apply.
    ///   - publication: the flows that customers have, to compare with; `nil` when none were ever published.
    ///   - clock: the real time, which paces the looks at the texts.
    init(
        serving storage: SharedTexts, steps: @escaping @Sendable () -> Set<StepName>, access: any StudioAccess,
        version: String, isStrict: Bool, publication: @escaping @Sendable () async -> PublishedFlows?,
        server: StudioServer, clock: any WallClock = SystemClock()
    ) {
        gate = nil
        self.access = access
        self.storage = storage
        self.clock = clock
        self.server = server
        let (folder, compilations) = (storage.texts.folder, CompilationMemory())
        flows = DraftedFlows(storage.texts, isStrict: isStrict, clock: clock, compilations: compilations)
        base = BaseFlows(publication: publication, orOpened: nil, isStrict: isStrict, clock: clock)
        newClient = { id in
            StudioClient(
                id: id, folder: folder, version: version, isStrict: isStrict, published: { _ in steps() },
                compilations: compilations)
        }
    }

    /// Whether it is on a server, for all authors; otherwise it is that of one author in `usher dev`.
    var isServed: Bool { gate == nil }

    /// Admits requests to the port that the server listens on; before, there is none.
    public func listens(on port: Int) { gate?.listens(on: port) }

    /// The link that opens the studio in a browser.
    public func link(port: Int) -> String { "http://127.0.0.1:\(port)/studio#key=\(gate?.key.text ?? "")" }

    /// The link that opens the desk in a browser.
    public func deskLink(port: Int) -> String {
        "http://127.0.0.1:\(port)/\(DeskSite.root)#key=\(gate?.key.text ?? "")"
    }

    /// The routes of the studio and of the desk in `usher dev`.
    public var pages: AddedPages {
        AddedPages(roots: ["studio", DeskSite.root]) { router, routes in
            let studio = StudioRoutes(site: self, logger: routes.logger)
            studio.add(to: router)
            studio.addTraffic(to: router, routes.stores)
            guard let gate else { return }
            studio.addDevelopment(to: router, gate)
            DeskSite(gate: StudioDeskGate(gate: gate), chat: routes.hasWebChat ? "/chat?widget=1" : nil)
                .add(to: router, routes)
        }
    }
}
