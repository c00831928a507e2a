public import Expressions
import FlowModel
public import JSON
import MessageModel

/// What is private stays so (flow language, 3.2): an answer, and whatever is made of it.
///
/// Texts carry marks round what private names have brought; names hold private values as the session says. At the end of
/// a turn the marks come off: once for the customer, once for everybody else.
extension Run {
    /// From now on what the name holds, or the field behind the path, is private.
    mutating func keepPrivate(_ name: String) { session.privateNames.insert(name) }

    /// Whether what is assigned is made of something private. Texts tell it by their marks.
    func isPrivate(_ assignment: Assignment) -> Bool {
        if case .sum(let sum) = assignment { sum.names.contains(where: scope.isPrivate) } else { false }
    }

    /// Sets a name; it is private when something private is in its value.
    mutating func set(_ name: String, to assignment: Assignment) throws(EmptyName) {
        remember(try value(of: assignment, for: name), as: name)
    }

    /// The value of an assignment for a name, which is private when something private is in it.
    mutating func value(of assignment: Assignment, for name: String) throws(EmptyName) -> Value? {
        let value = try value(of: assignment)
        if isPrivate(assignment) || value?.isMarked ?? false { keepPrivate(name) }
        return value?.withoutMarks
    }

    /// An answer is private when its question is, or when what was offered is.
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

    /// Answers that were given before the flow called them private.
    mutating func notePrivateAnswers(of flow: Flow) {
        for step in flow.steps {
            if case .ask(let question) = step.thing, question.isPrivate, session.answers[question.name] != nil {
                keepPrivate(question.name)
            }
        }
    }

    /// What a call has brought that the action calls private.
    mutating func notePrivateResults(of call: Call) {
        for name in bot.actions[call.action].privateNames { keepPrivate("\(call.name).\(name)") }
    }

    /// The inputs of a call as anybody may see them.
    func shown(_ inputs: Fields, given: [Call.Input], to action: Action) -> Fields {
        var shown = inputs
        for input in given
        where inputs[input.name] != nil && (isPrivate(input.value) || action.privateNames.contains(input.name)) {
            shown[input.name] = .text("(\(input.name))")
        }
        return shown
    }

    /// What is kept of a turn in which something private may have been said.
    func privateTurn(_ session: Session) -> Turn {
        let real = effects.map { $0.mappingTexts(PrivateMarks.plain) }
        let shown = effects.map {
            $0.mappingTexts(PrivateMarks.shown).withShownInputs(from: shownInputs).withShownCard(from: shownCards)
        }
        return Turn(
            session: session.withoutMarks, effects: real,
            shownEffects: real.map(\.json) == shown.map(\.json) ? nil : shown, passages: passages,
            marks: marks + session.lastMark)
    }
}

extension Session {
    /// Whether something in it is private.
    public var isPrivate: Bool { !privateNames.isEmpty }

    /// Whether a name, or something behind or before it, is private.
    func isPrivate(_ name: Name) -> Bool {
        guard !privateNames.isEmpty else { return false }
        let text = name.text
        return privateNames.contains { path in
            path == text || text.hasPrefix(path + ".") || path.hasPrefix(text + ".")
        }
    }

    /// The answers as anybody may see them: `(private)` in place of what is.
    public var shownAnswers: Fields { shown(answers, behind: "") }

    /// The facts that are private.
    public var privateFacts: Set<String> {
        let ofFacts = privateNames.filter { $0.hasPrefix(Run.factPrefix) }
        return Set(ofFacts.map { String($0.dropFirst(Run.factPrefix.count)) })
    }

    /// The facts as anybody may see them.
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

    /// What anybody may see of the stored form: where the conversation stands, without what was said in it.
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
    /// The same with its texts changed.
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
        case .handOver(let queue, let address, let note):
            return .handOver(queue: queue, address: address, note: note.map(change))
        case .dropPending: return self
        }
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
