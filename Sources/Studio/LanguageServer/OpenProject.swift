import Authoring
import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import JSON
import LanguageProtocol
import Projects

/// A project with files that the editor may have open.
final class OpenProject {
    /// The path of its folder.
    let path: String
    let folder: ProjectFolder
    /// The compiled files; `nil` when something has changed since.
    var draft: Draft?
    private var disk: Disk?
    /// What was published last, by URI.
    private var published: [String: Publication] = [:]

    private struct Disk {
        let files: ProjectFiles
        let transcripts: [SourceFile]
        let published: Set<StepName>
        let isStrict: Bool
        let stamp: DiskStamp
    }

    private struct Publication: Equatable {
        let version: Int?
        let diagnostics: [JSONValue]
    }

    init?(_ path: String) {
        guard let folder = try? ProjectFolder(at: path) else { return nil }
        self.path = folder.path
        self.folder = folder
    }

    /// Whether files have changed on the disk since they were read.
    func hasChangedOnDisk() -> Bool { disk.map { $0.stamp != DiskStamp(path) } ?? false }

    func forgetFiles() { (disk, draft) = (nil, nil) }

    /// Compiles the files, with the texts of open documents in place of those on the disk.
    ///
    /// - Parameters:
    ///   - open: the texts of the files that are open.
    ///   - isAbandoned: whether the draft is no longer needed; then there is none.
    /// - Throws: `ProjectError` when a file cannot be read.
    func compile(
        at now: Moment, host: LanguageServerHost, open: [String: [UInt8]], unless isAbandoned: () -> Bool
    ) throws(ProjectError) -> Draft? {
        if let draft { return draft }
        let disk: Disk
        if let known = self.disk { disk = known } else { disk = try read(host) }
        self.disk = disk
        let open = open.map { SourceFile(path: $0.key, bytes: $0.value) }
        var files = disk.files
        files.texts = Self.laid(open.filter { $0.isFlowText }, over: files.texts)
        files.actions = open.first { $0.path == ProjectFolder.actions } ?? files.actions
        files.services = open.first { $0.path == ProjectFolder.services } ?? files.services
        draft = Draft(
            files, options: CompilerOptions(now: now, isStrict: disk.isStrict),
            transcripts: Self.laid(open.filter { $0.isTranscript }, over: disk.transcripts), published: disk.published,
            memory: host.compilations, unless: isAbandoned)
        return draft
    }

    private func read(_ host: LanguageServerHost) throws(ProjectError) -> Disk {
        // The stamp comes first: what is saved meanwhile is read again.
        let stamp = DiskStamp(path)
        return Disk(
            files: try folder.files(), transcripts: try folder.transcripts(), published: host.published(folder),
            isStrict: host.isStrict(folder), stamp: stamp)
    }

    private static func laid(_ open: [SourceFile], over files: [SourceFile]) -> [SourceFile] {
        var byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        for file in open { byPath[file.path] = file }
        return byPath.values.sorted { $0.path < $1.path }
    }

    // Publishing.

    /// Returns notifications for the files whose diagnostics differ from what was published, and for those that have
    /// none any more.
    ///
    /// - Parameter found: diagnostics by URI, with the version of the document.
    func publish(_ found: [String: (version: Int?, diagnostics: [JSONValue])]) -> [OutgoingMessage] {
        var messages: [OutgoingMessage] = []
        for uri in Set(found.keys).union(published.keys).sorted() {
            let new = Publication(version: found[uri]?.version, diagnostics: found[uri]?.diagnostics ?? [])
            if new == published[uri] { continue }
            published[uri] = new.diagnostics.isEmpty && new.version == nil ? nil : new
            messages.append(Self.notification(uri, new))
        }
        return messages
    }

    /// Removes all that was published.
    func clear() -> [OutgoingMessage] {
        defer { published = [:] }
        return published.filter { !$0.value.diagnostics.isEmpty }.keys.sorted().map {
            Self.notification($0, Publication(version: nil, diagnostics: []))
        }
    }

    private static func notification(_ uri: String, _ publication: Publication) -> OutgoingMessage {
        var parameters: JSONObject = ["uri": .string(uri)]
        if let version = publication.version { parameters["version"] = .int(version) }
        parameters["diagnostics"] = .array(publication.diagnostics)
        return .notification(method: "textDocument/publishDiagnostics", parameters: .object(parameters))
    }
}

extension SourceFile {
    /// Whether it is bot.yaml, a flow or a translation: a file right in `Flows/`.
    fileprivate var isFlowText: Bool { isInFlows && path.hasSuffix(".yaml") }

    fileprivate var isTranscript: Bool { isInFlows && path.hasSuffix(".transcript") }

    private var isInFlows: Bool {
        let parts = path.split(separator: "/")
        return parts.count == 2 && parts[0] == "Flows" && !parts[1].hasPrefix(".")
    }
}
