public import Expressions
import FlowModel
public import JSON
import MessageModel

/// Private data stays private (flow language, 3.2): an answer, and everything derived from it.
///
/// Texts carry marks around the values of private names; the session lists the names with private values. At the end of
/// a turn the marks are removed: once for the customer, once for everyone else.
extension TurnBuilder {
    /// Marks the value of a name, or of the field at a path, as private from now on.
    mutating func keepPrivate(_ name: String) { session.privateNames.keep(name) }

    /// Whether the assigned value derives from private data. Texts show this by their marks.
    func isPrivate(_ assignment: Assignment) -> Bool {
        switch assignment {
        case .sum(let sum): sum.names.contains(where: scope.isPrivate)
        case .record(let parts): parts.contains { isPrivate($0.value) }
        case .text, .yesNo, .list, .nothing: false
        }
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

    /// Whether the answer to a question that is asked now is private.
    func isAnsweredPrivately(_ question: Question) -> Bool {
        question.isPrivate || event.usesFifthRules && offersPrivate(question.kind)
    }

    /// Whether the answer to the open question is private.
    func isAnsweredPrivately(_ open: OpenQuestion) -> Bool {
        open.isPrivate || event.usesFifthRules && openStepQuestion.map { offersPrivate($0.kind) } ?? false
    }

    private func offersPrivate(_ kind: Question.Kind) -> Bool {
        if event.usesFifthRules { return session.isPrivate && kind.offeredNames.contains(where: scope.isPrivate) }
        switch kind {
        case .choice(let choice): return choice.items.contains { $0.each.map { scope.isPrivate($0.list) } ?? false }
        case .times(let times): return offersPrivateTimes(times)
        case .form(let form): return form.pages.contains { offersPrivate($0.kind) }
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place: return false
        }
    }

    /// Whether the offered times are private.
    func offersPrivateTimes(_ times: TimesQuestion) -> Bool {
        if case .name(let name) = times.source { scope.isPrivate(name) } else { false }
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
}

extension Session {
    /// Whether the session contains private data.
    public var isPrivate: Bool { !privateNames.isEmpty || heldEvents.isPrivate }

    /// Whether a name, or one of its fields or parents, is private.
    func isPrivate(_ name: Name) -> Bool { privateNames.covers(name) }

    /// The redacted answers: `(private)` in place of private ones.
    public var shownAnswers: Fields { privateNames.redacted(answers) }

    /// The facts that are private.
    public var privateFacts: Set<String> { privateNames.facts }

    /// The redacted facts.
    public var shownFacts: Fields { privateNames.redacted(facts, behind: PrivateNames.factPrefix) }

    /// The redacted stored form: the position of the conversation, without its content.
    public var shownJSON: JSONValue {
        guard isPrivate, case .object(var object) = json else { return json }
        for key in [
            "open", "said", "trail", "frames", "interrupted", "left", "reminders", "events", "taps",
            "people",
        ] {
            object[key] = nil
        }
        object["answers"] = shownAnswers.json
        if !facts.isEmpty { object["facts"] = shownFacts.json }
        return .object(object)
    }

    /// The session without marks in its texts, such as those of the open question.
    var withoutMarks: Session {
        guard PrivateMarks.isMarked(jsonText) else { return self }
        return (try? Session(json: json.mappingStrings(PrivateMarks.plain))) ?? self
    }
}
