import Expressions
import FlowModel

/// Facts about the customer beyond a conversation (flow language, 4.2): the names after `customer.`.
extension TurnBuilder {
    /// The value of a name of the flow, or of a fact.
    func held(by name: String) -> Value? {
        if name == Self.languageName { return heldLanguage }
        guard let fact = Self.fact(name) else { return session.answers[name] }
        return session.facts[fact]
    }

    /// Sets a name of the flow, or a fact, to a value.
    mutating func hold(_ value: Value?, by name: String) {
        if name == Self.languageName { return chooseLanguage(value) }
        guard let fact = Self.fact(name) else {
            session.answers[name] = value
            return
        }
        let type = bot.facts.first { $0.name == fact }?.type
        session.facts[fact] = type.flatMap { type in value?.kept(as: type, in: bot.zone) }
    }

    private static func fact(_ name: String) -> String? {
        let prefix = PrivateNames.factPrefix
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}

extension Value {
    /// The value in the form in which a fact or a row of a type stores it: an answer as its label if the fact is a text.
    func kept(as type: ValueType, in zone: Zone) -> Value {
        switch (type, self) {
        case (.text, .choice(let choice)): .text(choice.label)
        case (.list(let item?), .list(let items)): .list(items.map { $0.kept(as: item, in: zone) })
        case (.record(let types), .record(let fields)): .record(fields.kept(as: types, in: zone))
        case (.record(let types), .choice(let choice)): .record(choice.fields.kept(as: types, in: zone))
        default: fitted(to: type, in: zone)
        }
    }
}

extension Fields {
    /// The fields of a record type, each in the form in which a fact stores it.
    fileprivate func kept(as types: [ValueType.RecordField], in zone: Zone) -> Fields {
        Fields(types.compactMap { type in self[type.name].map { (type.name, $0.kept(as: type.type, in: zone)) } })
    }
}

extension SessionScope {
    /// The value of `customer`: their identity, and the facts whose types this version of the bot still has.
    var customer: Value {
        engine.noteIdentity?()
        var fields = Fields([("id", .text(session.customer))])
        let known = knownOfCustomer
        for name in known.names { fields[name] = known[name] }
        return .record(fields)
    }

    /// The same without their identity.
    var knownOfCustomer: Fields {
        var fields = Fields()
        for name in ["first_name", "name"] { fields[name] = session.facts[name] }
        for fact in bot.facts {
            guard let value = session.facts[fact.name], fact.type.holds(value) else { continue }
            fields[fact.name] = value
        }
        return fields
    }
}
