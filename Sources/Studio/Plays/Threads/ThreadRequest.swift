import Expressions
public import JSON
public import Simulation

/// An operation on the text of a thread.
public struct ThreadRequest: Sendable {
    /// What is done to the text. Lines are numbered from 1.
    public enum Operation: Sendable {
        /// Keeps the lines up to one.
        case rewind(to: Int)
        /// Adds lines at the end.
        case append([String])
        /// Puts a text in place of a line.
        case replace(Int, with: String)
        /// Removes a line.
        case leaveOut(Int)
        /// A second thread with a common beginning.
        case otherEnding(after: Int, [String])
        /// Adds a line with which time passes; refused when it would not.
        case wait(ThreadText.Wait)
        /// What the calls of an action answer, in order; nothing lets its first example answer.
        case answer(action: String, [ThreadText.CallAnswer])
        /// The device that the thread itself names.
        case device(PlayDevice)
        /// When the thread begins, such as `2026-12-01 10:00`; `nil` for the Monday of all transcripts.
        case clock(String?)
        /// The code of the customer's language; `nil` for the bot's first.
        case language(String?)
        /// A new thread that begins at a step, with values of names as a transcript writes them; refused with the names
        /// whose values cannot be read.
        case start(PlayStep, values: [(name: String, words: String)])
        /// A new thread: the shortest conversation to a step.
        case path(PlayStep)
        /// The thread as a test, in a transcript.
        case keep(name: String, file: String)
    }

    /// The flow to which the thread belongs.
    public var flow: String
    /// The thread before the operation.
    public var text: ThreadText
    /// What is done to it.
    public var operation: Operation
    /// The device whose conversation counts where the operation depends on it.
    public var device: PlayDevice

    /// Makes a request.
    public init(flow: String, text: ThreadText, operation: Operation, device: PlayDevice = .asWritten) {
        self.flow = flow
        self.text = text
        self.operation = operation
        self.device = device
    }

    /// Reads `{"flow", "text", "operation": {"do": "rewind", …}, "device"}`.
    ///
    /// - Throws: `JSONError` when something is missing or unknown.
    public init(json: JSONValue) throws(JSONError) {
        let text = json["text"]?.string ?? ""
        guard text.utf8.count <= PlayRequest.longestText else {
            throw JSONError("the thread is longer than \(PlayRequest.longestText) bytes")
        }
        var device = PlayDevice.asWritten
        if let word = json["device"]?.string {
            guard let known = PlayDevice(rawValue: word) else { throw JSONError("`\(word)` is not a device") }
            device = known
        }
        let flow = try json.string("flow")
        self.init(
            flow: flow, text: ThreadText(text),
            operation: try Operation(json: try json.required("operation"), flow: flow), device: device)
    }
}

extension ThreadRequest.Operation {
    /// - Parameter flow: the flow of steps that name none.
    fileprivate init(json: JSONValue, flow: String) throws(JSONError) {
        let word = try json.string("do")
        switch word {
        case "rewind": self = .rewind(to: try json.int("line"))
        case "append": self = .append(try json.lines())
        case "replace": self = .replace(try json.int("at"), with: try json.string("line"))
        case "leave-out": self = .leaveOut(try json.int("at"))
        case "other-ending":
            let lines = json["line"] == nil && json["lines"] == nil ? [] : try json.lines()
            self = .otherEnding(after: try json.int("after"), lines)
        case "wait": self = .wait(try ThreadText.Wait(json: json))
        case "answer": self = .answer(action: try json.string("action"), try json.answers())
        case "device":
            let word = try json.string("device")
            guard let device = PlayDevice(rawValue: word) else { throw JSONError("`\(word)` is not a device") }
            self = .device(device)
        case "clock": self = .clock(json["now"]?.string)
        case "language": self = .language(json["language"]?.string)
        case "start":
            let values = json["values"]?.object.map { $0.map { ($0.key, $0.value.string ?? $0.value.text) } } ?? []
            self = .start(try json.step(in: flow), values: values.map { (name: $0.0, words: $0.1) })
        case "path": self = .path(try json.step(in: flow))
        case "keep": self = .keep(name: try json.string("name"), file: try json.string("file"))
        default: throw JSONError("there is no operation `\(word)`")
        }
    }
}

extension ThreadText.Wait {
    fileprivate init(json: JSONValue) throws(JSONError) {
        if let words = json["for"]?.string {
            guard let length = Literal.duration(words) else { throw JSONError("`\(words)` is not a length of time") }
            self = .length(length)
        } else if let word = json["to"]?.string {
            guard let kind = PlayState.Wake.Kind(rawValue: word) else {
                throw JSONError("`\(word)` is nothing to wait for")
            }
            self = .wake(kind)
        } else {
            let until = try json.required("until")
            let (day, time) = (try until.string("weekday"), try until.string("time"))
            guard let weekday = Weekday.allCases.first(where: { $0.name.lowercased() == day.lowercased() }) else {
                throw JSONError("`\(day)` is not a day of the week")
            }
            guard let time = Literal.timeOfDay(time) else { throw JSONError("`\(time)` is not a time of day") }
            self = .weekday(weekday, time)
        }
    }
}

extension JSONValue {
    /// `line`, or several as `lines`.
    fileprivate func lines() throws(JSONError) -> [String] {
        if let lines = self["lines"]?.array { return lines.compactMap(\.string) }
        return [try string("line")]
    }

    /// `with`: the name of an example, `{"fails": true}`, `{"fails": "once"}`, a list of these, or nothing.
    fileprivate func answers() throws(JSONError) -> [ThreadText.CallAnswer] {
        guard let with = self["with"], !with.isNull else { return [] }
        var answers: [ThreadText.CallAnswer] = []
        for answer in with.array ?? [with] {
            if let name = answer.string {
                answers.append(.example(name))
            } else if answer["fails"]?.string == "once" {
                answers.append(.failsOnce)
            } else if answer["fails"]?.bool == true {
                answers.append(.fails)
            } else {
                throw JSONError("`\(answer.text)` does not say what a call answers")
            }
        }
        return answers
    }

    fileprivate func step(in flow: String) throws(JSONError) -> PlayStep {
        PlayStep(flow: self["flow"]?.string ?? flow, step: try string("step"))
    }
}
