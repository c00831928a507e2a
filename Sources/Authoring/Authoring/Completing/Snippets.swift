import Diagnostics
import FlowCompiler

/// Keys with the lines that usually follow them, with places to fill in.
struct Snippets {
    private let cursor: Cursor

    init(_ cursor: Cursor) { self.cursor = cursor }

    func all(for place: KeyPlace, _ written: Set<String>) -> [Completion] {
        // Behind the cursor there is a key already.
        guard cursor.rest.keyColon(last: false) == nil else { return [] }
        switch place {
        case .step where written.isDisjoint(with: ["ask", "call", "run", "when", "hand_over", "remind"]):
            return Self.ofSteps.map(completion)
        case .steps: return [completion(Self.step)]
        case .form: return [completion(Self.page)]
        default: return []
        }
    }

    private struct Snippet {
        let label: String
        let about: String
        let lines: [String]
    }

    private static let step = Snippet(
        label: "a new step", about: "A step that says something.",
        lines: ["${1:name}:", "  say: ${2:Hello.}", "  then: ${0:end}"])
    private static let page = Snippet(
        label: "a new page", about: "A page with a typed answer.",
        lines: ["${1:name}:", "  ask: ${2:What is it?}", "  text: ${0:one line}"])

    private static let ofSteps = [
        question("answers", "A question with answers to choose from.", ["answers: [${2:Yes}, ${3:No}]"]),
        question(
            "times", "A question for a time.", ["times:", "  every: ${2:30 minutes}", "  in: ${3:opening hours}"]),
        question("text", "A question for a typed text.", ["text: ${2:one line}"]),
        question("number", "A question for a number.", ["number: ${2:whole}"]),
        question("date", "A question for a date.", ["date: ${2:any}"]),
        question("photo", "A question for a photo.", ["photo: ${2:one}"]),
        question(
            "form", "Several short questions, filled in together.",
            ["form:", "  ${2:page}:", "    ask: ${3:What is it?}", "    text: ${4:one line}"]),
        Snippet(
            label: "when …", about: "Conditions, and where they lead.",
            lines: ["when:", "  ${1:name is value}: ${2:step}", "  otherwise: ${0:end}"]),
        Snippet(
            label: "call …", about: "A call of an action.",
            lines: ["call: ${1:action}", "then: ${0:end}"]),
    ]

    private static func question(_ kind: String, _ about: String, _ lines: [String]) -> Snippet {
        Snippet(label: "ask … \(kind)", about: about, lines: ["ask: ${1:Question?}"] + lines + ["then: ${0:end}"])
    }

    private func completion(_ snippet: Snippet) -> Completion {
        let indent = "\n" + String(repeating: " ", count: cursor.column)
        return Completion(
            snippet.label, .snippet, documentation: snippet.about,
            edit: TextEdit(snippet.lines.joined(separator: indent), at: cursor.range(from: cursor.contentStart)),
            isSnippet: true)
    }
}
