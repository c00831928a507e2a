import Authoring
import Diagnostics
import Explanations
import JSON
import LanguageProtocol
import Projects

extension Session {
    /// Answers a request about documents.
    func answer(_ method: String, _ parameters: JSONValue) throws(RPCError) -> JSONValue {
        switch method {
        case "textDocument/completion":
            return try at(parameters, else: ["isIncomplete": false, "items": []]) { place throws(RPCError) in
                place.draft.completions(in: place.path, at: place.offset).json(in: place.view, for: client)
            }
        case "textDocument/hover":
            return try at(parameters) { place throws(RPCError) in
                place.draft.hover(in: place.path, at: place.offset)?.json(in: place.view, for: client) ?? .null
            }
        case "textDocument/definition":
            return try at(parameters) { place throws(RPCError) in
                place.views.locations(place.draft.definition(in: place.path, at: place.offset))
            }
        case "textDocument/references":
            let isWhole = parameters["context"]?["includeDeclaration"]?.bool ?? true
            return try at(parameters) { place throws(RPCError) in
                place.views.locations(
                    place.draft.references(in: place.path, at: place.offset, includingDeclaration: isWhole))
            }
        case "textDocument/documentHighlight":
            return try at(parameters) { place throws(RPCError) in
                place.draft.highlights(in: place.path, at: place.offset).highlights(in: place.view)
            }
        case "textDocument/prepareRename":
            return try at(parameters) { place throws(RPCError) in
                try refusing { () throws(Refusal) in try place.draft.renaming(in: place.path, at: place.offset) }
                    .json(in: place.view)
            }
        case "textDocument/rename":
            guard let name = parameters["newName"]?.string else { throw .invalidParameters("`newName` is missing") }
            // What is renamed in files that are not open is what the disk has now.
            rereadFiles()
            return try at(parameters) { place throws(RPCError) in
                let change = try refusing { () throws(Refusal) in
                    try place.draft.rename(in: place.path, at: place.offset, to: name)
                }
                return try place.views.json(change, for: client)
            }
        case "textDocument/codeAction": return try codeActions(parameters)
        case "textDocument/documentSymbol":
            return try of(parameters) { file throws(RPCError) in
                file.draft.outline(of: file.path).json(in: file.view, for: client)
            }
        case "textDocument/foldingRange":
            return try of(parameters) { file throws(RPCError) in file.draft.folds(in: file.path).json }
        case "textDocument/semanticTokens/full":
            return try of(parameters, else: ["data": []]) { file throws(RPCError) in
                file.draft.tokens(in: file.path).json(in: file.view)
            }
        case "textDocument/formatting":
            return try of(parameters) { file throws(RPCError) in
                file.views.json(file.draft.formatting(of: file.path), of: file.view)
            }
        case "workspace/symbol": return try symbols(parameters)
        case "usher/explain": return try explanation(parameters)
        default: throw .methodNotFound(method)
        }
    }

    /// A file that a request is about, or a position in it.
    struct Place {
        let path: String
        let offset: Int
        let draft: Draft
        let views: CachedViews
        let view: FileView
    }

    /// Answers a request about a position; with `other` when the document belongs to no project.
    private func at(
        _ parameters: JSONValue, else other: JSONValue = .null, _ answer: (Place) throws(RPCError) -> JSONValue
    ) throws(RPCError) -> JSONValue {
        guard let position = TextPosition(parameters["position"]) else {
            throw .invalidParameters("`position` is missing or malformed")
        }
        return try of(parameters, at: position, else: other, answer)
    }

    /// Answers a request about a document.
    private func of(
        _ parameters: JSONValue, at position: TextPosition? = nil, else other: JSONValue = .null,
        _ answer: (Place) throws(RPCError) -> JSONValue
    ) throws(RPCError) -> JSONValue {
        guard let uri = parameters["textDocument"]?["uri"]?.string else {
            throw .invalidParameters("`textDocument.uri` is missing")
        }
        guard let (project, path) = file(uri) else { return other }
        let (draft, views) = try current(project)
        let cached = CachedViews(views)
        // A file without flows, such as Config/usher.yaml, has no answers.
        guard let view = cached.view(of: path), draft.file(path) != nil else { return other }
        let offset = position.map { view.offset(of: $0) } ?? 0
        let result = try answer(Place(path: path, offset: offset, draft: draft, views: cached, view: view))
        try checkInterruption(in: project)
        return result
    }

    private func codeActions(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        guard let range = TextRange(parameters["range"]) else {
            throw .invalidParameters("`range` is missing or malformed")
        }
        guard client.takesCodeActions else { return [] }
        let only = parameters["context"]?["only"]?.array?.compactMap(\.string) ?? []
        return try of(parameters, else: []) { file throws(RPCError) in
            let start = file.view.offset(of: range.start)
            let end = max(start, file.view.offset(of: range.end))
            return file.views.codeActions(
                in: file.view, path: file.path, range: start..<end, only: only, draft: file.draft, client: client)
        }
    }

    private func symbols(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        let query = parameters["query"]?.string ?? ""
        var found: [JSONValue] = []
        for path in projects.keys.sorted() {
            guard let project = projects[path] else { continue }
            let (draft, views) = try current(project)
            let cached = CachedViews(views)
            found += draft.symbols(matching: query).compactMap { $0.symbol(in: cached) }
        }
        return .array(found)
    }

    /// The explanation of a diagnostic's code, as `usher explain` prints it.
    private func explanation(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        guard let code = parameters["code"]?.string else { throw .invalidParameters("`code` is missing") }
        guard let explanation = DiagnosticCode(rawValue: code).flatMap(Explanation.page) else {
            throw .requestFailed("there is no diagnostic `\(code)`")
        }
        return ["text": .string(explanation.text())]
    }

    /// The project as it is now, compiled.
    private func current(_ project: OpenProject) throws(RPCError) -> (draft: Draft, views: ProjectViews) {
        try checkInterruption(in: project)
        let found = try readable { () throws(ProjectError) in try compiled(project) }
        try checkInterruption(in: project)
        guard let found else { throw .contentModified }
        return found
    }

    private func refusing<Value>(_ work: () throws(Refusal) -> Value) throws(RPCError) -> Value {
        do throws(Refusal) { return try work() } catch { throw .requestFailed(error.description) }
    }

    private func readable<Value>(_ work: () throws(ProjectError) -> Value) throws(RPCError) -> Value {
        do throws(ProjectError) { return try work() } catch { throw .requestFailed("\(error)") }
    }
}
