import Channels
import ConversationRuntime
import Desk
import FlowPublishing
package import Projects
public import Server

/// The studio and the desk on a server, for those who sign in.
public struct ServedStudio: Sendable {
    let folder: ShownTexts
    private let version: String
    private let isStrict: Bool

    /// - Parameters:
    ///   - flows: the project that the server was started with, whose tests the studio shows; `nil` when it has none.
    ///   - version: the version of the program.
    ///   - isStrict: whether the limits of newer devices apply.
    /// - Throws: when the folder for temporary files cannot be written.
    package init(flows: ProjectFolder?, version: String, isStrict: Bool) throws {
        folder = try ShownTexts(transcriptsOf: flows)
        self.version = version
        self.isStrict = isStrict
    }

    /// Removes what it has written to the folder for temporary files.
    public func remove() { folder.remove() }

    /// The routes of the studio and of the desk.
    public var pages: AddedPages {
        AddedPages(admitted: ["studio/api", "\(DeskSite.root)/api"]) { router, routes in
            guard let accounts = routes.accounts else { return }
            DeskSite(gate: AccountDeskGate(accounts), chat: nil).add(to: router, routes)
            guard let publishing = routes.publishing else { return }
            let site = StudioSite(
                serving: SharedTexts(folder, stores: routes.stores, clock: routes.clock, logger: routes.logger),
                steps: { folder.steps },
                access: AccountStudioAccess(accounts: accounts, routes: routes), version: version, isStrict: isStrict,
                publication: { await publication(routes.stores.versions) },
                server: server(publishing, routes.stores))
            let studio = StudioRoutes(site: site, logger: routes.logger)
            studio.add(to: router)
            studio.addTraffic(to: router, routes.stores)
        }
    }

    /// The flows that customers have; `nil` when none were ever published.
    private func publication(_ versions: any VersionStore) async -> PublishedFlows? {
        guard let publication = try? await versions.publication(),
            let version = try? await versions.version(publication.version)
        else { return nil }
        return PublishedFlows(version.asShown, publication: publication)
    }

    private func server(_ publishing: Publishing, _ stores: Stores) -> StudioServer {
        StudioServer(
            database: nil, author: nil, sources: { [project = folder.project] in try FlowSources(in: project) },
            validator: { publishing.publisher.validator },
            open: { _ in
                StudioServer.Open(
                    publisher: publishing.publisher, copies: publishing.sessions, operators: stores.operators,
                    sessions: stores.sessions, audit: stores.audit, nodes: stores.nodes)
            }, isServed: { true })
    }
}
