public import ConversationRuntime
public import Diagnostics
import FlowCompiler
import FlowPublishing

/// The flows that a project is compared with.
public struct PublishedFlows: Sendable, Equatable {
    /// The version that is published.
    public let version: FlowVersion
    /// `nil` when nothing was ever published, and the version is the last commit of the folder's git.
    public let publication: Publication?
    /// Whether the version is that with which the studio was opened, because there is no commit either.
    let isOpening: Bool

    /// Makes the published flows of a version.
    public init(_ version: FlowVersion, publication: Publication?) {
        self.version = version
        self.publication = publication
        isOpening = false
    }

    /// The files of the last commit; `nil` when it has none.
    public init?(committed files: [SourceFile]) {
        guard !files.isEmpty else { return nil }
        self.init(FlowVersion(hash: "", files: files.map { FlowVersion.File($0) }), publication: nil)
    }

    /// The files with which the studio was opened.
    init(opened files: ProjectFiles) {
        let kept = files.texts + [files.actions, files.services].compactMap { $0 }
        version = FlowVersion(hash: "", files: kept.map { FlowVersion.File($0) })
        publication = nil
        isOpening = true
    }
}
