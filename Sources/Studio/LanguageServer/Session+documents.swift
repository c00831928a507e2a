import Channels
import Expressions
import Foundation
import JSON
import LanguageProtocol

/// An open document, and the file that it is.
struct Document {
    var open: OpenDocument
    /// The path of the file, with links resolved; `nil` when the URI is of no file.
    let path: String?
    /// The folder of its project.
    let project: String?
    /// Increases with every change of any document: of two documents of one file, the later one counts.
    var changed: Int
}

extension Session {
    /// Opens a document. Returns why that is impossible.
    func open(_ parameters: JSONValue) -> String? {
        let item = parameters["textDocument"]
        guard let uri = item?["uri"]?.string, let text = item?["text"]?.string else {
            return "a document was opened without its URI or its text"
        }
        let path = FileURI.path(of: uri).map(ProjectLocator.resolved)
        let project = path.flatMap(ProjectLocator.project)
        if let project, projects[project] == nil { openProject(project) }
        documents[uri] = Document(
            open: OpenDocument(uri: uri, version: item?["version"]?.int ?? 0, text: text), path: path, project: project,
            changed: nextChange())
        markChanged(project)
        return nil
    }

    func change(_ parameters: JSONValue) -> String? {
        guard let uri = parameters["textDocument"]?["uri"]?.string, var document = documents[uri] else {
            return "a document was changed that is not open"
        }
        guard let items = parameters["contentChanges"]?.array else { return "a change without `contentChanges`" }
        var changes: [OpenDocument.Change] = []
        for item in items {
            guard let text = item["text"]?.string else { return "a change without `text`" }
            let written = item["range"].flatMap { $0.isNull ? nil : $0 }
            let range = TextRange(written)
            guard written == nil || range != nil else { return "a change with a malformed `range`" }
            changes.append(OpenDocument.Change(range: range, text: text))
        }
        let version = parameters["textDocument"]?["version"]?.int ?? document.open.version
        document.open.apply(changes, version: version, in: client.encoding)
        document.changed = nextChange()
        documents[uri] = document
        markChanged(document.project)
        return nil
    }

    func close(_ parameters: JSONValue) -> String? {
        guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents.removeValue(forKey: uri)
        else { return "a document was closed that is not open" }
        markChanged(document.project)
        return nil
    }

    /// The document in which a file is edited; the latest changed of several.
    func document(of path: String) -> OpenDocument? {
        documents.values.filter { $0.path == path }.max { $0.changed < $1.changed }?.open
    }

    /// The document or the file of a URI, with its project; `nil` when it belongs to none.
    func file(_ uri: String) -> (project: OpenProject, path: String)? {
        let path = documents[uri]?.path ?? FileURI.path(of: uri).map(ProjectLocator.resolved)
        guard let path, let folder = documents[uri]?.project ?? ProjectLocator.project(of: path) else { return nil }
        guard let project = projects[folder] ?? openProject(folder) else { return nil }
        return (project, String(path.dropFirst(folder.count + 1)))
    }

    private func nextChange() -> Int { (documents.values.map(\.changed).max() ?? 0) + 1 }

    func markChanged(_ project: String?) {
        guard let project else { return }
        projects[project]?.draft = nil
        expectDiagnostics()
    }

    // Projects.

    func openProjects(in roots: [String]) {
        for root in roots {
            guard let path = FileURI.path(of: root).map(ProjectLocator.resolved) else { continue }
            for folder in ProjectLocator.projects(below: path) where projects[folder] == nil { openProject(folder) }
        }
    }

    @discardableResult func openProject(_ path: String) -> OpenProject? {
        guard let project = OpenProject(path) else { return nil }
        projects[path] = project
        expectDiagnostics()
        return project
    }

    /// Reads files that have changed on the disk.
    func rereadFiles() {
        for project in projects.values where project.hasChangedOnDisk() {
            project.forgetFiles()
            expectDiagnostics()
        }
    }

    /// The same, for clients that do not watch files.
    func pollFiles() {
        if !client.watchesFiles { rereadFiles() }
    }

    /// Opens the projects of added folders, and closes those that are in no folder any more and have no open document.
    func changeRoots(_ parameters: JSONValue) -> [OutgoingMessage] {
        let uris: (String) -> [String] = { key in
            parameters["event"]?[key]?.array?.compactMap { $0["uri"]?.string } ?? []
        }
        let removed = Set(uris("removed"))
        let added = uris("added")
        roots = roots.filter { !removed.contains($0) && !added.contains($0) } + added
        openProjects(in: added)
        let kept = roots.compactMap { FileURI.path(of: $0).map(ProjectLocator.resolved) }
        var messages: [OutgoingMessage] = []
        for (path, project) in projects {
            let isOpen = documents.values.contains { $0.project == path }
            let isKept = kept.contains { path == $0 || path.hasPrefix("\($0)/") || $0.hasPrefix("\(path)/") }
            if isOpen || isKept { continue }
            messages += project.clear()
            projects[path] = nil
        }
        return messages
    }
}
