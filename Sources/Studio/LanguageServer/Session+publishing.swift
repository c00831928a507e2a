import Authoring
import Channels
import Diagnostics
import Expressions
import FlowCompiler
import JSON
import LanguageProtocol
import Projects

/// The files of a project as the client sees them.
struct ProjectViews: FileViews {
    let folder: String
    let draft: Draft
    let encoding: PositionEncoding
    /// The document of each open file, by its path in the project.
    let open: [String: OpenDocument]

    func view(of path: String) -> FileView? {
        if let document = open[path] { return FileView(document, in: encoding) }
        return draft.file(path).map { FileView($0, uri: uri(of: path), in: encoding) }
    }

    func uri(of path: String) -> String { open[path]?.uri ?? FileURI.uri(of: "\(folder)/\(path)") }
}

extension Session {
    /// Compiles a project if something has changed. Returns `nil` when it changes meanwhile, or the request for which it
    /// is compiled is cancelled.
    ///
    /// - Throws: `ProjectError` when a file cannot be read.
    func compiled(_ project: OpenProject) throws(ProjectError) -> (draft: Draft, views: ProjectViews)? {
        let open = openDocuments(of: project)
        let isNew = project.draft == nil
        let began = ContinuousClock.now
        let texts = open.mapValues(\.lines.bytes)
        let draft = try project.compile(at: clock.now, host: host, open: texts) { isOutdated(project) }
        guard let draft else { return nil }
        if isNew { noteCompilation(ContinuousClock.now - began) }
        return (draft, ProjectViews(folder: project.path, draft: draft, encoding: client.encoding, open: open))
    }

    /// The open documents of a project, by the paths of their files in it.
    private func openDocuments(of project: OpenProject) -> [String: OpenDocument] {
        var latest: [String: Document] = [:]
        for document in documents.values {
            guard document.project == project.path, let path = document.path else { continue }
            let own = String(path.dropFirst(project.path.count + 1))
            if let other = latest[own], other.changed > document.changed { continue }
            latest[own] = document
        }
        return latest.mapValues(\.open)
    }

    /// Compiles what has changed. Returns the diagnostics that the client does not have yet.
    func publish() -> [OutgoingMessage] {
        defer { dueToPublish = nil }
        var messages: [OutgoingMessage] = []
        for path in projects.keys.sorted() {
            guard let project = projects[path] else { continue }
            do throws(ProjectError) {
                // What has changed meanwhile has its own turn.
                guard let (draft, views) = try compiled(project) else { continue }
                messages += project.publish(publications(of: draft, views, in: project))
            } catch {
                messages += project.clear()
                messages.append(
                    .notification(
                        method: "window/logMessage", parameters: ["type": 1, "message": .string("\(path): \(error)")]))
            }
        }
        return messages
    }

    /// The diagnostics of all files with findings, and of all open documents, by URI.
    private func publications(
        of draft: Draft, _ views: ProjectViews, in project: OpenProject
    ) -> [String: (version: Int?, diagnostics: [JSONValue])] {
        var byFile: [String: [JSONValue]] = [:]
        let cached = CachedViews(views)
        for diagnostic in draft.diagnostics {
            byFile[diagnostic.span.file, default: []].append(diagnostic.json(in: cached, for: client))
        }
        var found: [String: (version: Int?, diagnostics: [JSONValue])] = [:]
        for document in documents.values where document.project == project.path {
            guard let path = document.path else { continue }
            let own = String(path.dropFirst(project.path.count + 1))
            found[document.open.uri] = (document.open.version, byFile[own] ?? [])
        }
        let open = Set(views.open.keys)
        for (file, diagnostics) in byFile where !open.contains(file) { found[views.uri(of: file)] = (nil, diagnostics) }
        return found
    }
}

/// Views that are made once for each file, because lines are counted for each.
final class CachedViews: FileViews {
    private let views: ProjectViews
    private var made: [String: FileView?] = [:]

    init(_ views: ProjectViews) { self.views = views }

    func view(of path: String) -> FileView? {
        if let view = made[path] { return view }
        let view = views.view(of: path)
        made[path] = .some(view)
        return view
    }

    func uri(of path: String) -> String { views.uri(of: path) }
}
