import Channels
import ConversationRuntime
import FlowCompiler
import FlowPublishing
import Plays

/// The flows that what is typed is compared with: those that customers have, or those of the last commit, or, in `usher
/// dev`, those with which the studio was opened. Compiled once for each version.
actor BaseFlows {
    /// A version with its flows.
    struct Base: Sendable {
        let published: PublishedFlows
        let flows: StudioFlows
    }

    private let publication: @Sendable () async -> PublishedFlows?
    /// What is typed in `usher dev`; `nil` on a server.
    private let drafted: DraftedFlows?
    private let isStrict: Bool
    private let clock: any WallClock
    private var last: Base?

    init(
        publication: @escaping @Sendable () async -> PublishedFlows?, orOpened drafted: DraftedFlows?, isStrict: Bool,
        clock: any WallClock
    ) {
        self.publication = publication
        self.drafted = drafted
        self.isStrict = isStrict
        self.clock = clock
    }

    /// The version to compare with; `nil` when there is none.
    func published() async -> PublishedFlows? {
        if let published = await publication() { return published }
        return await drafted?.opened.map { PublishedFlows(opened: $0) }
    }

    /// The version with its flows, looked up again.
    ///
    /// - Parameter flows: those that are typed, whose pictures are taken.
    func current(beside flows: StudioFlows) async -> Base? {
        guard let published = await self.published() else {
            last = nil
            return nil
        }
        if let last, last.published == published, last.flows.files.assets == flows.files.assets { return last }
        let files = ProjectFiles(published.version, assets: flows.files.assets)
        let options = CompilerOptions(now: clock.now, isStrict: isStrict)
        let base = Base(published: published, flows: StudioFlows(files, transcripts: [], options: options))
        last = base
        return base
    }

    /// The version that was compared with last, for the phones, which do not wait until it is looked up again.
    func known(beside flows: StudioFlows) async -> Base? {
        if let last { return last }
        return await current(beside: flows)
    }
}
