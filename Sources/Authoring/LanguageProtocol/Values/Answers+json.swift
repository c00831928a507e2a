public import Authoring
public import Diagnostics
public import JSON

extension Hover {
    public func json(in view: FileView, for client: ClientAbilities) -> JSONValue {
        [
            "contents": ["kind": client.takesMarkdownInHover ? "markdown" : "plaintext", "value": .string(text)],
            "range": view.json(span.range),
        ]
    }
}

extension Renaming {
    public func json(in view: FileView) -> JSONValue {
        ["range": view.json(span.range), "placeholder": .string(name)]
    }
}

extension [Span] {
    /// The places of one file that name the same thing.
    public func highlights(in view: FileView) -> JSONValue {
        .array(map { ["range": view.json($0.range), "kind": 1] })
    }
}

extension [Fold] {
    public var json: JSONValue {
        .array(
            map { fold in
                var json: JSONObject = ["startLine": .int(fold.firstLine), "endLine": .int(fold.lastLine)]
                if fold.isComment { json["kind"] = "comment" }
                return .object(json)
            })
    }
}

extension [Outline] {
    /// The parts of one file: as a tree, or one after the other with the names of what contains them.
    public func json(in view: FileView, for client: ClientAbilities) -> JSONValue {
        if client.takesOutlineAsTree { return .array(map { $0.tree(in: view) }) }
        return .array(flatMap { $0.list(in: view, container: nil) })
    }
}

extension Outline {
    /// The part as one line of a search over all projects; `nil` when its file is unknown.
    public func symbol(in views: some FileViews) -> JSONValue? {
        views.location(nameSpan).map { location in
            [
                "name": .string(name), "kind": .int(kind.number), "location": location,
                "containerName": .string(nameSpan.file),
            ]
        }
    }

    fileprivate func tree(in view: FileView) -> JSONValue {
        var json: JSONObject = [
            "name": .string(shownName), "kind": .int(kind.number),
            "range": view.json(span.range), "selectionRange": view.json(nameSpan.range),
            "children": .array(children.map { $0.tree(in: view) }),
        ]
        if let detail { json["detail"] = .string(detail) }
        return .object(json)
    }

    fileprivate func list(in view: FileView, container: String?) -> [JSONValue] {
        var json: JSONObject = [
            "name": .string(shownName), "kind": .int(kind.number),
            "location": ["uri": .string(view.uri), "range": view.json(span.range)],
        ]
        if let container { json["containerName"] = .string(container) }
        return [.object(json)] + children.flatMap { $0.list(in: view, container: name) }
    }

    /// Clients reject a symbol without a name.
    private var shownName: String { name.allSatisfy(\.isWhitespace) ? "–" : name }
}

extension Outline.Kind {
    /// The number of the kind of LSP whose sign fits best.
    fileprivate var number: Int {
        switch self {
        case .flow: 3
        case .step: 12
        case .page: 9
        case .queue, .service: 5
        case .week: 18
        case .action: 6
        case .fact: 8
        case .record: 23
        case .text: 15
        case .test: 24
        }
    }
}

extension [Token] {
    /// The tokens of a file as five numbers each, relative to the one before.
    public func json(in view: FileView) -> JSONValue {
        var data: [JSONValue] = []
        var last = TextPosition(line: 0, character: 0)
        for token in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let (start, end) = (view.position(of: token.range.lowerBound), view.position(of: token.range.upperBound))
            guard start.line == end.line, start.character < end.character, start >= last else { continue }
            let isSameLine = start.line == last.line
            data.append(.int(start.line - last.line))
            data.append(.int(isSameLine ? start.character - last.character : start.character))
            data.append(.int(end.character - start.character))
            data.append(.int(Token.Kind.allCases.firstIndex(of: token.kind) ?? 0))
            data.append(.int(token.isDeclaration ? 1 : 0))
            last = start
        }
        return ["data": .array(data)]
    }
}

extension FileViews {
    /// The ways to correct the diagnostics of a file that touch a range, and one that applies all certain ones.
    ///
    /// - Parameters:
    ///   - only: the kinds that the client wants; empty for all.
    public func codeActions(
        in file: FileView, path: String, range: Range<Int>, only: [String], draft: Draft, client: ClientAbilities
    ) -> JSONValue {
        let wants = { (kind: String) in only.isEmpty || only.contains { kind == $0 || kind.hasPrefix("\($0).") } }
        let diagnostics = draft.diagnostics.filter { $0.span.file == path }
        var actions: [JSONValue] = []
        if wants("quickfix") {
            for diagnostic in diagnostics where diagnostic.span.range.touches(range) {
                for (place, cure) in draft.cures(for: diagnostic).enumerated() {
                    guard let edit = try? json(Change(cure.edits), for: client) else { continue }
                    var action: JSONObject = [
                        "title": .string(cure.title), "kind": "quickfix",
                        "diagnostics": [diagnostic.json(in: self, for: client)], "edit": edit,
                    ]
                    if place == 0, cure.isCertain { action["isPreferred"] = true }
                    actions.append(.object(action))
                }
            }
        }
        // A client that asks for all kinds shows a menu at one place; there it would be out of place.
        if !only.isEmpty, wants(ServerAbilities.fixAll) {
            let edits = draft.certainEdits(of: diagnostics)
            if !edits.isEmpty, let edit = try? json(Change(edits), for: client) {
                actions.append([
                    "title": "Apply all certain corrections", "kind": .string(ServerAbilities.fixAll), "edit": edit,
                ])
            }
        }
        return .array(actions)
    }
}

extension Draft {
    /// The edits of the certain cures of diagnostics, without those that overlap an earlier one.
    fileprivate func certainEdits(of diagnostics: [Diagnostic]) -> [TextEdit] {
        var edits: [TextEdit] = []
        for diagnostic in diagnostics {
            guard let cure = cures(for: diagnostic).first, cure.isCertain else { continue }
            let isFree = cure.edits.allSatisfy { edit in
                !edits.contains { $0.span.file == edit.span.file && $0.span.range.touches(edit.span.range) }
            }
            if isFree { edits += cure.edits }
        }
        return edits
    }
}

extension Range<Int> {
    /// Whether the ranges overlap or meet.
    fileprivate func touches(_ other: Range<Int>) -> Bool {
        lowerBound <= other.upperBound && other.lowerBound <= upperBound
    }
}
