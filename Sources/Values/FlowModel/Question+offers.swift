public import Expressions

extension Question.Kind {
    /// The names that the offered answers are made of: the lists that they come from, and what is inserted into their
    /// labels, notes and ids.
    public var offeredNames: [Name] {
        switch self {
        case .choice(let choice): choice.items.flatMap(\.offeredNames)
        case .times(let times): times.offeredNames
        case .form(let form): form.pages.flatMap(\.kind.offeredNames)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place: []
        }
    }

    /// The names in the headings of the sections of its answers.
    fileprivate var headingNames: [Name] {
        switch self {
        case .choice(let choice): choice.items.flatMap { $0.section?.names ?? [] }
        case .times(let times): times.title?.names ?? []
        case .form(let form): form.pages.flatMap { $0.ask.names + $0.kind.headingNames }
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place: []
        }
    }
}

extension Question {
    /// The names in the texts of its bubble that devices return with an answer.
    public var returnedNames: [Name] {
        ask.names + (bubble.title?.names ?? []) + (bubble.reply?.names ?? []) + kind.headingNames
    }
}

extension FormPage {
    /// The names in its texts and its answers.
    public var names: [Name] {
        let texts: [Phrase?] = [ask, title, field.label, field.prefix, field.example, field.hint, wheel?.label]
        return texts.flatMap { $0?.names ?? [] } + kind.offeredNames + kind.headingNames
    }
}

extension ChoiceQuestion.Item {
    fileprivate var offeredNames: [Name] {
        let inserted = [label, note, id].flatMap { $0?.names ?? [] }
        guard let each else { return inserted }
        return [each.list] + inserted.filter { $0.root != each.variable }
    }
}

extension TimesQuestion {
    fileprivate var offeredNames: [Name] {
        let labels = beside.flatMap(\.label.names)
        if case .name(let name) = source { return [name] + labels }
        return labels
    }
}

extension Phrase {
    /// The names in the text, in any language.
    public var names: [Name] { ([source] + translations.values).flatMap(\.inserts).map(\.name) }
}

extension Assignment {
    /// The names in the value.
    public var insertedNames: [Name] {
        switch self {
        case .sum(let sum): sum.names
        case .text(let phrase): phrase.names
        case .list(let phrases): phrases.flatMap(\.names)
        case .record(let parts): parts.flatMap(\.value.insertedNames)
        case .yesNo, .nothing: []
        }
    }
}

extension Flow {
    /// Whether a name holds private data on at least one path, or one of its fields or parents does.
    public func mayBePrivate(_ name: Name) -> Bool { name.touches(privateNames) }
}

extension Bot {
    /// The same for what calls bring into a flow, too: rows of a table are private as a whole when one of its fields is.
    public func mayBePrivate(_ name: Name, in flow: Flow) -> Bool {
        flow.mayBePrivate(name)
            || flow.steps.contains { step in
                guard case .call(let call) = step.thing, call.name == name.root else { return false }
                return name.touches(Set(actions[call.action].privateNames.map { "\(call.name).\($0)" }))
            }
    }
}

extension Name {
    /// Whether it is one of these paths, or one of its fields or parents is.
    fileprivate func touches(_ paths: Set<String>) -> Bool {
        paths.contains { $0 == text || text.hasPrefix($0 + ".") || $0.hasPrefix(text + ".") }
    }
}
