public import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
public import JSON
public import Simulation

extension StudioFlows {
    /// Performs an operation on the text of a thread.
    ///
    /// - Parameter isAbandoned: says, from time to time, that the answer is no longer needed, or takes too long.
    /// - Throws: when the operation is not possible, with a sentence for the author.
    public func edit(
        _ request: ThreadRequest, unless isAbandoned: () -> Bool = { false }
    ) throws(ThreadProblem) -> ThreadAnswer {
        let thread = request.text
        switch request.operation {
        case .rewind(let line): return ThreadAnswer(thread.rewound(to: line))
        case .append(let lines): return ThreadAnswer(thread.appending(lines))
        case .replace(let line, let text): return ThreadAnswer(thread.replacing(line, with: text), at: line)
        case .leaveOut(let line): return ThreadAnswer(thread.replacing(line, with: nil), at: max(2, line) - 1)
        case .otherEnding(let line, let lines): return ThreadAnswer(thread.otherEnding(after: line, lines))
        case .device(let device): return ThreadAnswer(thread.on(device))
        case .clock(let moment): return ThreadAnswer(thread.beginning(at: moment))
        case .language(let language): return ThreadAnswer(thread.inLanguage(language))
        case .answer(let action, let answers): return ThreadAnswer(thread.answering(action, with: answers))
        case .wait(let wait):
            let valid = try validFlows()
            let play = Play(
                of: thread, flow: request.flow, on: request.device, with: valid.plays, unless: isAbandoned)
            if let stop = play.stop { throw ThreadProblem("the conversation stops at line \(stop.line)") }
            return ThreadAnswer(try thread.waiting(wait, from: play.state, in: valid.bot.zone))
        case .start(let step, let values):
            return ThreadAnswer(try starting(at: step, in: request.flow, with: values))
        case .path(let step):
            let found = PathSearch.shortest(
                to: step, from: request.flow, with: try validFlows().plays, unless: isAbandoned)
            guard let found else { throw ThreadProblem("no conversation was found that leads to `\(step.step)`") }
            return ThreadAnswer(found)
        case .keep(let name, let path):
            let test = try KeptTest(thread, as: name, flow: request.flow, with: try validFlows().plays)
            let file = transcripts.first { $0.path == path } ?? SourceFile(path: path, text: "")
            return ThreadAnswer(ThreadText(test.text), edits: [try test.edit(of: file)])
        }
    }

    func validFlows() throws(ThreadProblem) -> ValidFlows {
        guard let valid else { throw ThreadProblem("the flows have errors") }
        return valid
    }

    // What can be arranged.

    /// An action whose answers can be arranged.
    public struct ArrangedAction: Sendable {
        /// The name of the action.
        public let name: String
        /// The names of its examples; the first one answers unless a thread says otherwise.
        public let examples: [String]
    }

    /// The actions that flows call, in the order written.
    public var arrangedActions: [ArrangedAction] {
        (valid?.bot.actions ?? []).map { action in
            ArrangedAction(name: action.name, examples: action.examples.map(\.name))
        }
    }

    /// The tests of a transcript as threads; none when there is no such file.
    public func threads(of path: String) -> [ThreadText] {
        transcripts.first { $0.path == path }.map { ThreadText.all(in: $0) } ?? []
    }
}

/// The result of an operation on a thread.
public struct ThreadAnswer: Sendable {
    /// The new text.
    public let text: ThreadText
    /// The line to stand at.
    public let line: Int
    /// What changes in the files of the project.
    public let edits: [TextEdit]

    init(_ text: ThreadText, at line: Int? = nil, edits: [TextEdit] = []) {
        self.text = text
        self.line = min(max(0, line ?? text.lines.count), text.lines.count)
        self.edits = edits
    }

    /// `{"text", "line", "edits": [{"file", "start", "end", "text"}]}`; positions are bytes.
    public var json: JSONValue {
        var object: JSONObject = ["text": .string(text.text), "line": .int(line)]
        if !edits.isEmpty {
            object["edits"] = .array(
                edits.map { edit in
                    [
                        "file": .string(edit.span.file), "start": .int(edit.span.range.lowerBound),
                        "end": .int(edit.span.range.upperBound), "text": .string(edit.text),
                    ]
                })
        }
        return .object(object)
    }
}
