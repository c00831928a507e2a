import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Migrates a session to the newest version of its flow: steps and answers get their new names, and answers whose
    /// type has changed count as empty (flow language, 6.8).
    ///
    /// Answers given under this version of the bot fit it, so most events need no migration.
    mutating func followEdits(always: Bool = false) {
        guard always || session.open?.version != bot.version, let start = bot.start(of: session.flow) else { return }
        let flow = bot.flows[start.flow]
        if let step = openStep.map(bot.step) {
            session.step = step.name
            if session.open != nil, let name = step.resultName { session.open?.name = name }
        }
        for step in flow.steps where !step.was.isEmpty || step.isSavedElsewhere { follow(step, in: flow) }
        forgetOutdatedAnswers(of: flow)
        notePrivateAnswers(of: flow)
    }

    /// Renames everything stored under a step's old names.
    private mutating func follow(_ step: Step, in flow: Flow) {
        let former = step.isSavedElsewhere ? step.was + [step.name] : step.was
        for old in former {
            if old != step.name { session.retries.rename(old, to: step.name) }
            // The old name may have another meaning by now.
            guard let name = step.resultName, flow.types[old] == nil else { continue }
            if session.privateNames.contains(old) { keepPrivate(name) }
            if let answer = session.answers[old], session.answers[name] == nil { session.answers[name] = answer }
            session.answers[old] = nil
            session.trail.rename(old, to: name)
        }
    }

    private mutating func forgetOutdatedAnswers(of flow: Flow) {
        guard !session.answers.isEmpty else { return }
        var asked: Set<String> = []
        for step in flow.steps {
            guard case .ask(let question) = step.thing, let answer = session.answers[question.name] else { continue }
            asked.insert(question.name)
            if !question.gives(answer) { session.answers[question.name] = nil }
        }
        for name in session.answers.names where !asked.contains(name) {
            guard let value = session.answers[name], let type = flow.types[name], !type.holds(value) else { continue }
            session.answers[name] = nil
        }
    }
}

extension Step {
    /// Whether its result has another name than the step; an earlier version may have stored it under the step's name.
    fileprivate var isSavedElsewhere: Bool { resultName.map { $0 != name } ?? false }
}

extension Question {
    /// Whether `value` is a possible answer to this question. A choice fits where text is expected.
    fileprivate func gives(_ value: Value) -> Bool {
        let accepts = if case .accept = other { true } else { false }
        return kind.gives(value, acceptsText: accepts)
    }
}

extension FormQuestion {
    /// Whether the stored answers are possible for every answered page of this form.
    fileprivate func gives(_ fields: Fields) -> Bool {
        pages.allSatisfy { page in fields[page.name].map { page.kind.gives($0, acceptsText: true) } ?? true }
    }
}

extension Question.Kind {
    fileprivate func gives(_ value: Value, acceptsText: Bool) -> Bool {
        switch (self, value) {
        case (.choice(let choice), .choice): !choice.several
        case (.choice(let choice), .list): choice.several
        case (.times, .time), (.text, .text), (.text, .choice): true
        case (.signIn, .record), (.pay, .record), (.app, .record): true
        case (.number, .number), (.date, .date), (.file, .file), (.place, .place): true
        case (.form(let form), .record(let fields)): form.gives(fields)
        case (.photo(let photo), .file): photo.atMost == 1
        case (.photo(let photo), .list): photo.atMost > 1
        case (.money(let question), .money(let money)): money.currency == question.currency
        case (.times, .text), (.date, .text): acceptsText
        default: false
        }
    }
}
