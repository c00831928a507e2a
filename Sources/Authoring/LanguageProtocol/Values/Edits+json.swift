public import Authoring
public import Diagnostics
public import JSON

extension FileViews {
    /// The edits of one file, in the order written.
    public func json(_ edits: [TextEdit], of view: FileView) -> JSONValue {
        .array(
            edits.map { edit in
                ["range": view.json(edit.span.range), "newText": .string(view.withLineBreaks(edit.text))]
            })
    }

    /// A change of several files, with the version of each document that is open, if the client can use it.
    ///
    /// - Throws: `RPCError` when the client cannot create or rename a file that the change needs.
    public func json(_ change: Change, for client: ClientAbilities) throws(RPCError) -> JSONValue {
        var order: [String] = []
        var byFile: [String: [TextEdit]] = [:]
        for edit in change.edits {
            if byFile[edit.span.file] == nil { order.append(edit.span.file) }
            byFile[edit.span.file, default: []].append(edit)
        }
        let missing = order.filter { view(of: $0) == nil }
        if let file = missing.first, !client.createsFiles {
            throw .requestFailed("this editor cannot create files; create \(file), and repeat the command")
        }
        if let move = change.moves.first, !client.renamesFiles {
            throw .requestFailed(
                "this editor cannot rename files; rename \(move.from) to \(move.to), and correct what `usher check` reports"
            )
        }
        guard client.takesDocumentChanges else {
            let changes = order.compactMap { file -> (String, JSONValue)? in
                view(of: file).map { ($0.uri, json(byFile[file] ?? [], of: $0)) }
            }
            return ["changes": .object(JSONObject(changes))]
        }
        var changes: [JSONValue] = []
        for file in order {
            let edits = byFile[file] ?? []
            guard let view = view(of: file) else {
                let uri = uri(of: file)
                changes.append(["kind": "create", "uri": .string(uri), "options": ["ignoreIfExists": true]])
                let text = edits.map(\.text).joined()
                let new = FileView(SourceFile(path: file, bytes: []), uri: uri, in: client.encoding)
                let whole = TextEdit(text, at: Span(file: file, range: 0..<0))
                changes.append(documentEdit([whole], new))
                continue
            }
            changes.append(documentEdit(edits, view))
        }
        for move in change.moves {
            changes.append([
                "kind": "rename", "oldUri": .string(view(of: move.from)?.uri ?? uri(of: move.from)),
                "newUri": .string(uri(of: move.to)),
            ])
        }
        return ["documentChanges": .array(changes)]
    }

    private func documentEdit(_ edits: [TextEdit], _ view: FileView) -> JSONValue {
        [
            "textDocument": ["uri": .string(view.uri), "version": view.version.map { .int($0) } ?? .null],
            "edits": json(edits, of: view),
        ]
    }
}
