public import JSON
import MessageParts

extension Comparison {
    /// The changes as text for people: each sentence, and the conversation that shows it.
    public var text: String {
        let sentences = changes.isEmpty ? ["\(summary)\n"] : changes.map(\.paragraph)
        return (sentences + (caution.map { ["\($0)\n"] } ?? [])).joined(separator: "\n")
    }

    /// The first sentences, one a line, and how many there are more.
    public func lines(most: Int) -> [String] {
        let more = changes.count - most
        return (changes.isEmpty ? [summary] : changes.prefix(most).map(\.sentence))
            + (more > 0 ? ["… and \(more) more: usher diff"] : [])
            + (isComplete ? [] : ["Not everything was compared: usher diff takes longer."])
    }

    /// `{"sentences": [{"text", "kind", "flow", "step", "scene", "transcript", "plays_on"}], "complete", "incomplete"}`.
    public var json: JSONValue {
        [
            "sentences": .array(
                changes.map { change in
                    [
                        "text": .string(change.text), "kind": .string(change.kind.rawValue),
                        "flow": .string(change.step.flow), "step": .string(change.step.step),
                        "scene": .string(change.scene),
                        "transcript": change.transcript.map { .string($0) } ?? .null,
                        "plays_on": .string(change.isShownOnOld ? "old" : "new"),
                    ]
                }),
            "complete": .bool(isComplete),
            "incomplete": .array(incomplete.map { .string($0.isEmpty ? Self.usualScene : $0) }),
        ]
    }

    /// The changes as a page that needs nothing else, without scripts.
    ///
    /// - Parameter title: what is compared.
    public func page(title: String) -> String {
        let items = changes.map { change -> HTML in
            let shown = change.transcript.map { transcript in
                HTML.element(
                    "details", [:],
                    .element("summary", [:], HTML("\(change.introduction):")),
                    .element("pre", [:], HTML(transcript)))
            }
            return .element("li", [:], .element("p", [:], HTML(change.sentence)), shown ?? HTML())
        }
        let list = changes.isEmpty ? HTML.paragraph(summary) : HTML.element("ol", [:], items)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            \(HTML.element("title", [:], HTML(title)).text)
            <style>
            :root { color-scheme: light dark }
            body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
            li { margin: 1rem 0 }
            p { margin: 0.25rem 0 }
            pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem }
            </style>
            </head>
            <body>
            \(HTML.element("h1", [:], HTML(title)).text)
            \(list.text)
            \(HTML.paragraph(caution).text)
            </body>
            </html>

            """
    }

    // Words.

    private static let usualScene = "the usual scene"

    private var summary: String {
        isComplete
            ? "No difference was found in what customers notice."
            : "No difference was found in what was tried."
    }

    private var caution: String? {
        if isComplete { return nil }
        let scenes = incomplete.map { $0.isEmpty ? "in \(Self.usualScene)" : $0 }
        return "Not everything was compared \(scenes.joined(separator: ", ")): more needs --seconds and --states."
    }
}

extension BehaviourChange {
    /// The sentence, with the circumstances where these are not the usual ones.
    public var sentence: String { scene.isEmpty ? text : "\(text.dropLast()), \(scene)." }

    /// What stands above the conversation.
    fileprivate var introduction: String {
        isShownOnOld ? "this conversation shows it in the old version" : "this conversation shows it"
    }

    /// The sentence and its conversation.
    fileprivate var paragraph: String {
        guard let transcript else { return "\(sentence)\n" }
        let lines = transcript.split(separator: "\n").map { "    \($0)\n" }
        return "\(sentence)\n  \(introduction):\n\(lines.joined())"
    }
}
