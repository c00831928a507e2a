package import Authoring
package import Channels
import Desk
package import Files
import FlowCompiler
package import Projects
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
    /// The server that customers talk to; `nil` when the settings name none.
    let server: StudioServer?
    let newClient: @Sendable (String) -> StudioClient

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
        let key = try StudioKey.kept(in: folder.path)
        self.key = key
        self.clock = clock
        self.publication = publication
        gate = StudioGate(key)
        let texts = ProjectTexts(folder)
        self.texts = texts
        drafts = try Drafts(in: folder.path)
        let compilations = CompilationMemory()
        flows = DraftedFlows(texts, isStrict: isStrict, clock: clock, compilations: compilations)
        newClient = { id in
            StudioClient(
                id: id, folder: folder, version: version, isStrict: isStrict, published: published,
                compilations: compilations)
        }
    }

    /// Admits requests to the port that the server listens on; before, there is none.
    public func listens(on port: Int) { gate.listens(on: port) }

    /// The link that opens the studio in a browser.
    public func link(port: Int) -> String { "http://127.0.0.1:\(port)/studio#key=\(key.text)" }

    /// The link that opens the desk in a browser.
    public func deskLink(port: Int) -> String { "http://127.0.0.1:\(port)/\(DeskSite.root)#key=\(key.text)" }

    /// The routes of the studio and of the desk.
    public var pages: AddedPages {
        AddedPages(roots: ["studio", DeskSite.root]) { router, routes in
            StudioRoutes(site: self).add(to: router)
            StudioRoutes(site: self).addTraffic(to: router, routes.stores)
            DeskSite(gate: StudioDeskGate(gate: gate), chat: routes.hasWebChat ? "/chat?widget=1" : nil)
                .add(to: router, routes)
        }
    }
}
