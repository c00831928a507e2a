import Expressions
import FlowModel
import MessageModel

/// The open payment sheet: the customer's changes, and its closing.
extension TurnBuilder {
    /// Handles a change of an address, the shipping method or the card.
    ///
    /// With an action for recalculation the sheet waits for its response; a later change cancels an earlier one.
    /// Without an action, the price of the chosen shipping method is added.
    mutating func change(_ change: PayChange, on question: String) -> Handling {
        guard session.status == .waiting, let open = session.open, case .pay(let asked) = open.asked.kind,
            open.ids.contains(question)
        else { return .ignored("the pay sheet is not open") }
        let sheet = open.changedSheet ?? asked.sheet
        if case .address = change { keepPrivate("\(open.name).contact") }
        guard sheet.offers(change) else { return .ignored("the pay sheet does not offer this") }
        let next = asked.recalculates(bot).map { ask($0, about: change, of: sheet) } ?? sheet.changed(by: change)
        session.open?.changedSheet = next
        if let silent = openStep.flatMap(self.question(at:))?.silent {
            let next = now + silent.after
            session.open?.silentAt = next
        }
        return .handled
    }

    /// Calls an action to recalculate a change. A change that cannot be passed to it is rejected.
    private mutating func ask(_ action: Action, about change: PayChange, of sheet: PaySheet) -> PaySheet {
        var changed = sheet
        guard let call = request(action, sheet.inputs(for: change)) else { return sheet.refusing(change, nil) }
        changed.refusal = nil
        changed.pending = PaySheet.Pending(call: call, change: change)
        return changed
    }

    /// Calls an action with those of the values that it takes. Returns the id of the call, or `nil` when the action
    /// requires others.
    @discardableResult private mutating func request(_ action: Action, _ values: Fields) -> String? {
        var inputs = Fields()
        for input in action.takes {
            inputs[input.name] = bounded(values[input.name]?.handed(as: input.type, in: bot.zone))
            if inputs[input.name] == nil, !input.isOptional { return nil }
        }
        if action.isOnce, bot.oldTaps == .goBack { session.onceTurn = session.turn + 1 }
        let id = newID()
        var shown = inputs
        let hidden = action.privateNames.union(["address", "contact"])
        for name in inputs.names where hidden.contains(name) { shown[name] = .text("(\(name))") }
        effects.call(action, inputs, id: id, shown: shown)
        return id
    }

    /// Whether a call recalculates the open sheet.
    func recalculates(_ call: String) -> Bool {
        session.status == .waiting && session.open?.changedSheet?.pending?.call == call
    }

    /// Handles the result of a recalculation, or its failure.
    mutating func recalculate(_ outcome: ActionOutcome) {
        guard let sheet = session.open?.changedSheet, let change = sheet.pending?.change else { return }
        let next = recalculated(sheet, change, outcome)
        session.open?.changedSheet = next
    }

    private func recalculated(_ sheet: PaySheet, _ change: PayChange, _ outcome: ActionOutcome) -> PaySheet {
        guard case .gave(let fields) = outcome else { return sheet.refusing(change, nil) }
        if let problem = fields["problem"]?.words, !problem.isEmpty { return sheet.refusing(change, problem) }
        var lines: [PaySheet.Line]?
        if case .list(let items)? = fields["items"] {
            let read = items.compactMap(line)
            guard read.count == items.count else { return sheet.refusing(change, nil) }
            lines = read
        }
        var methods: [PaySheet.Method]?
        if case .list(let items)? = fields["shipping"] {
            let read = items.compactMap(PaySheet.Method.init)
            guard read.count == items.count else { return sheet.refusing(change, nil) }
            methods = read
        }
        return sheet.changed(by: change, lines: lines, methods: methods) ?? sheet.refusing(change, nil)
    }

    /// A line from the record that the action returned: by its own `label`, otherwise in the format that the flow uses
    /// for the records of its list, otherwise by its `name`.
    private func line(of item: Value) -> PaySheet.Line? {
        guard case .record(let fields) = item else { return nil }
        let isPending = fields["pending"] == .yesNo(true)
        if let label = fields["label"]?.words, case .money(let amount)? = fields["price"] {
            return PaySheet.Line(label: label, amount: amount, isPending: isPending, fields: fields)
        }
        if case .pay(let pay)? = openStepQuestion?.kind,
            let written = pay.lines.first(where: { $0.each != nil }),
            let each = written.each, var line = try? written.line(of: item, scope.with(each, item), by: self)
        {
            line.isPending = isPending
            return line
        }
        guard let name = fields["name"]?.words, case .money(let amount)? = fields["price"] else { return nil }
        return PaySheet.Line(label: name, amount: amount, isPending: isPending, fields: fields)
    }

    // Closing the sheet.

    mutating func take(_ reply: PayReply, _ open: OpenQuestion) throws(EngineError) -> Handling {
        guard case .pay(let asked) = open.asked.kind, open.isAsked(by: reply.question) else { return .notOpen }
        switch reply.outcome {
        case .declined: return try failOpen(open, reply.problem ?? "declined")
        case .cancelled: return try cancelOpen(open)
        case .paid:
            var sheet = open.changedSheet ?? asked.sheet
            if let id = reply.shipping, id != sheet.chosen { sheet = sheet.changed(by: .shipping(id)) }
            let answer = sheet.answer(reply, open.asked.id)
            if answer["contact"] != .record(Fields()) { keepPrivate("\(open.name).contact") }
            if bot.oldTaps == .goBack { session.onceTurn = session.turn + 1 }
            if let name = asked.track, let action = bot.actions.first(where: { $0.name == name }) {
                var values = answer
                values["items"] = .list(sheet.lines.map(\.value))
                values["address"] = answer["contact"]?.field("address")
                request(action, values)
            }
            try accept(.record(answer), open)
            return .handled
        }
    }
}

extension AskedPay {
    fileprivate func recalculates(_ bot: Bot) -> Action? {
        recalculate.flatMap { name in bot.actions.first { $0.name == name } }
    }
}

extension PaySheet {
    /// The inputs of an action for a change: the sheet with the change applied.
    fileprivate func inputs(for change: PayChange) -> Fields {
        let next = changed(by: change)
        var inputs = Fields([("reason", .text(change.reason.rawValue)), ("items", .list(lines.map(\.value)))])
        inputs["address"] = next.address.map { .place($0) }
        inputs["shipping"] = next.chosen.map { .text($0) }
        inputs["card"] = next.card.map { .text($0) }
        return inputs
    }

    /// The value of the step's name: the amounts as calculated here.
    fileprivate func answer(_ reply: PayReply, _ question: String) -> Fields {
        var contact = Fields()
        contact["name"] = reply.contact.name.map { .text($0) }
        contact["phonetic_name"] = reply.contact.phoneticName.map { .text($0) }
        contact["email"] = reply.contact.email.map { .text($0) }
        contact["phone"] = reply.contact.phone.map { .text($0) }
        contact["address"] = (reply.contact.address ?? address).map { .place($0) }
        var answer = Fields([("total", .money(total))])
        answer["shipping"] = method.map { .text($0.label) }
        answer["contact"] = .record(contact)
        answer["reference"] = .text(reply.reference ?? question)
        return answer
    }
}

extension PaySheet.Line {
    /// The record behind the line, with its label and its price.
    fileprivate var value: Value {
        var record = fields
        record["label"] = .text(label)
        record["name"] = record["name"] ?? .text(label)
        record["price"] = .money(amount)
        if isPending { record["pending"] = .yesNo(true) }
        return .record(record)
    }
}

extension Value {
    /// The value for an input; an address can also be passed as a text or a record.
    fileprivate func handed(as type: ValueType, in zone: Zone) -> Value {
        switch (type, self) {
        case (.text, .place(let place)): .text(place.line)
        case (.record(let fields), .place):
            .record(Fields(fields.compactMap { field in self.field(field.name).map { (field.name, $0) } }))
        default: fitted(to: type, in: zone)
        }
    }
}
