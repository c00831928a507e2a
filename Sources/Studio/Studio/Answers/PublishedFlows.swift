public import ConversationRuntime
import Crypto
public import Diagnostics
import FlowCompiler
import Foundation
import Projects

/// The flows that a project is compared with.
public struct PublishedFlows: Sendable {
    /// The version that is published.
    public let version: FlowVersion
    /// `nil` when nothing was ever published, and the version is the last commit of the folder's git.
    public let publication: Publication?

    /// Makes the published flows of a version.
    public init(_ version: FlowVersion, publication: Publication?) {
        self.version = version
        self.publication = publication
    }

    /// The files of the last commit; `nil` when it has none.
    public init?(committed files: [SourceFile]) {
        guard !files.isEmpty else { return nil }
        self.init(FlowVersion(hash: "", files: files.map(FlowVersion.File.init)), publication: nil)
    }
}

extension FlowVersion.File {
    /// A text of a project.
    init(_ file: SourceFile) {
        let role: Role =
            switch file.path {
            case "Flows/bot.yaml": .bot
            case ProjectFolder.actions: .actions
            case ProjectFolder.services: .services
            default: file.isTranslation ? .translation : .flow
            }
        let checksum = SHA256.hash(data: Data(file.bytes)).map { String(format: "%02x", $0) }.joined()
        self.init(role: role, path: file.path, checksum: checksum, size: file.bytes.count, content: file.bytes)
    }
}
