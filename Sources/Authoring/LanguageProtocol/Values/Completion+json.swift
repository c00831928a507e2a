public import Authoring
import Diagnostics
public import JSON

extension [Completion] {
    /// The list of completions, in its order.
    public func json(in view: FileView, for client: ClientAbilities) -> JSONValue {
        let width = String(count).count
        let items = enumerated().map { index, completion -> JSONValue in
            let rank = String(index)
            return completion.json(
                rank: String(repeating: "0", count: width - rank.count) + rank, in: view, for: client)
        }
        return ["isIncomplete": false, "items": .array(items)]
    }
}

extension Completion {
    fileprivate func json(rank: String, in view: FileView, for client: ClientAbilities) -> JSONValue {
        let text = view.withLineBreaks(isSnippet && !client.takesSnippets ? Snippet.plain(edit.text) : edit.text)
        var json: JSONObject = [
            "label": .string(label),
            "kind": .int(kind.number),
            "sortText": .string(rank),
            "textEdit": ["range": view.json(edit.span.range), "newText": .string(text)],
            "insertTextFormat": .int(isSnippet && client.takesSnippets ? 2 : 1),
        ]
        // The text has its indentation already.
        if client.takesInsertTextModes { json["insertTextMode"] = 1 }
        if let detail { json["detail"] = .string(detail) }
        if let documentation {
            json["documentation"] = [
                "kind": client.takesMarkdownInCompletion ? "markdown" : "plaintext", "value": .string(documentation),
            ]
        }
        return .object(json)
    }
}

extension Completion.Kind {
    /// The number of the kind of LSP whose sign fits best.
    fileprivate var number: Int {
        switch self {
        case .key: 14
        case .snippet: 15
        case .word: 12
        case .step, .page: 3
        case .flow: 9
        case .queue, .service: 7
        case .week: 22
        case .action: 2
        case .input: 5
        case .name: 6
        case .field: 10
        case .format: 24
        case .asset: 17
        case .answer: 20
        case .verb: 14
        }
    }
}

/// A text with places to fill in.
enum Snippet {
    /// The text with the suggestions of its places, for clients without snippets.
    static func plain(_ snippet: String) -> String {
        var result = ""
        var rest = snippet[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                if let next = rest.popFirst() { result.append(next) }
            case "$":
                if rest.first == "{" {
                    rest.removeFirst()
                    result += plain(place(&rest))
                } else {
                    rest = rest.drop { $0.isASCII && $0.isNumber }
                }
            default: result.append(character)
            }
        }
        return result
    }

    /// Takes a place behind `${` up to its closing brace. Returns its suggestion.
    private static func place(_ rest: inout Substring) -> String {
        var depth = 1
        var content = ""
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.popFirst() {
                content += "\\\(next)"
                continue
            }
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            if depth == 0 { break }
            content.append(character)
        }
        guard let colon = content.firstIndex(of: ":") else { return "" }
        return String(content[content.index(after: colon)...])
    }
}
