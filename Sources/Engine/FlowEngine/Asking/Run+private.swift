public import Expressions
import FlowModel
public import JSON
import MessageModel

/// Private data stays private (flow language, 3.2): an answer, and everything derived from it.
///
/// Texts carry marks around the values of private names; the session lists the names with private values. At the end of
/// a turn the marks are removed: once for the customer, once for everyone else.
extension Run {
    /// Marks the value of a name, or of the field at a path, as private from now on.
    mutating func keepPrivate(_ name: String) { session.privateNames.insert(name) }

    /// Whether the assigned value derives from private data. Texts show this by their marks.
    func isPrivate(_ assignment: Assignment) -> Bool {
        if case .sum(let sum) = assignment { sum.names.contains(where: scope.isPrivate) } else { false }
    }

    /// Sets a name; it becomes private when its value contains private data.
    mutating func set(_ name: String, to assignment: Assignment) throws(EmptyName) {
        remember(try value(of: assignment, for: name), as: name)
    }

    /// The value of an assignment to a name, which becomes private when the value contains private data.
    mutating func value(of assignment: Assignment, for name: String) throws(EmptyName) -> Value? {
        let value = try value(of: assignment)
        if isPrivate(assignment) || value?.isMarked ?? false { keepPrivate(name) }
        return value?.withoutMarks
    }

    /// An answer is private when its question or one of the offered options is.
    mutating func notePrivacy(of open: OpenQuestion) {
        if open.isPrivate || openStepQuestion.map({ $0.isPrivate || offersPrivate($0.kind) }) ?? false {
            keepPrivate(open.name)
        }
    }

    private func offersPrivate(_ kind: Question.Kind) -> Bool {
        switch kind {
        case .choice(let choice): choice.items.contains { $0.each.map { scope.isPrivate($0.list) } ?? false }
        case .times(let times): if case .name(let name) = times.source { scope.isPrivate(name) } else { false }
        case .form(let form): form.pages.contains { offersPrivate($0.kind) }
        default: false
        }
    }

    /// Marks answers that were given before the flow declared them private.
    mutating func notePrivateAnswers(of flow: Flow) {
        for step in flow.steps {
            if case .ask(let question) = step.thing, question.isPrivate, session.answers[question.name] != nil {
                keepPrivate(question.name)
            }
        }
    }

    /// Marks the results of a call that the action declares private.
    mutating func notePrivateResults(of call: Call) {
        for name in bot.actions[call.action].privateNames { keepPrivate("\(call.name).\(name)") }
    }

    /// The redacted inputs of a call.
    func shown(_ inputs: Fields, given: [Call.Input], to action: Action) -> Fields {
        var shown = inputs
        for input in given
        where inputs[input.name] != nil && (isPrivate(input.value) || action.privateNames.contains(input.name)) {
            shown[input.name] = .text("(\(input.name))")
        }
        return shown
    }

    /// The stored form of a turn that may contain private data.
    func privateTurn(_ session: Session) -> Turn {
        let real = effects.map { $0.mappingTexts(PrivateMarks.plain) }
        let shown = effects.map {
            $0.mappingTexts(PrivateMarks.shown).withShownInputs(from: shownInputs).withShownCard(from: shownCards)
                .withoutPrivateFiles
        }
        return Turn(
            session: session.withoutMarks, effects: real,
            shownEffects: real.map(\.json) == shown.map(\.json) ? nil : shown, passages: passages,
            marks: marks + session.lastMark)
    }
}

extension Session {
    /// Whether the session contains private data.
    public var isPrivate: Bool { !privateNames.isEmpty }

    /// Whether a name, or one of its fields or parents, is private.
    func isPrivate(_ name: Name) -> Bool {
        guard !privateNames.isEmpty else { return false }
        let text = name.text
        return privateNames.contains { path in
            path == text || text.hasPrefix(path + ".") || path.hasPrefix(text + ".")
        }
    }

    /// The redacted answers: `(private)` in place of private ones.
    public var shownAnswers: Fields { shown(answers, behind: "") }

    /// The facts that are private.
    public var privateFacts: Set<String> {
        let ofFacts = privateNames.filter { $0.hasPrefix(Run.factPrefix) }
        return Set(ofFacts.map { String($0.dropFirst(Run.factPrefix.count)) })
    }

    /// The redacted facts.
    public var shownFacts: Fields { shown(facts, behind: Run.factPrefix) }

    private func shown(_ fields: Fields, behind prefix: String) -> Fields {
        guard isPrivate else { return fields }
        var shown = fields
        for name in fields.names {
            if privateNames.contains(prefix + name) {
                shown[name] = .text("(private)")
            } else if case .record(let inner)? = fields[name] {
                shown[name] = .record(self.shown(inner, behind: prefix + name + "."))
            } else if isPrivate(Name(prefix + name)) {
                shown[name] = .text("(private)")
            }
        }
        return shown
    }

    /// The redacted stored form: the position of the conversation, without its content.
    public var shownJSON: JSONValue {
        guard isPrivate, case .object(var object) = json else { return json }
        for key in ["open", "said", "trail", "frames", "interrupted", "reminders", "taps"] { object[key] = nil }
        object["answers"] = shownAnswers.json
        if !facts.isEmpty { object["facts"] = shownFacts.json }
        return .object(object)
    }

    /// The session without marks in its texts, such as those of the open question.
    fileprivate var withoutMarks: Session {
        let json = json
        guard PrivateMarks.isMarked(json.text) else { return self }
        return (try? Session(json: json.mappingStrings(PrivateMarks.plain))) ?? self
    }
}

extension Effect {
    /// The effect with `change` applied to its texts.
    fileprivate func mappingTexts(_ change: (String) -> String) -> Effect {
        switch self {
        case .send(var outgoing):
            if let message = try? Message(json: outgoing.message.json.mappingStrings(change)) {
                outgoing.message = message
            }
            outgoing.question = outgoing.question.map { question in
                (try? AskedQuestion(json: question.json.mappingStrings(change))) ?? question
            }
            return .send(outgoing)
        case .call(var call):
            call.inputs = (try? Fields(json: call.inputs.json.mappingStrings(change))) ?? call.inputs
            return .call(call)
        case .fetch(let fetch):
            guard let inputs = try? Fields(json: fetch.inputs.json.mappingStrings(change)) else { return self }
            return .fetch(FileFetch(id: fetch.id, inputs: inputs))
        case .handOver(let queue, let address, let note):
            return .handOver(queue: queue, address: address, note: note.map(change))
        case .dropPending: return self
        }
    }

    fileprivate var withoutPrivateFiles: Effect {
        if case .fetch(let fetch) = self, fetch.isPrivate { .fetch(fetch.redacted) } else { self }
    }

    fileprivate func withShownCard(from cards: [String: Message]) -> Effect {
        guard case .send(var outgoing) = self, let shown = cards[outgoing.id] else { return self }
        outgoing.message = shown
        return .send(outgoing)
    }

    fileprivate func withShownInputs(from inputs: [String: Fields]) -> Effect {
        guard case .call(var call) = self, let shown = inputs[call.id] else { return self }
        call.inputs = (try? Fields(json: shown.json.mappingStrings(PrivateMarks.shown))) ?? shown
        return .call(call)
    }
}
