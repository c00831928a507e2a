import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// Actions of the customer and of agents.
extension Player {
    mutating func tap(_ line: LineSyntax) throws(PlayFailure) {
        if let which = world.session?.open?.which, case .choice(let choice) = which.kind,
            choice.several || choice.option(called: line.text) != nil
        {
            return try choose(line.text, from: choice, of: which, line, line.span)
        }
        if let asked = open, case .times(let times) = asked.kind, !times.beside.isEmpty {
            return try tap(line, beside: times, of: asked)
        }
        guard let asked = open, case .choice(let choice) = asked.kind else { throw nothing(to: "tap", line) }
        try choose(line.text, from: choice, of: asked, line, line.span)
    }

    /// An answer beside the times.
    private mutating func tap(
        _ line: LineSyntax, beside times: AskedTimes, of asked: AskedQuestion
    ) throws(PlayFailure) {
        guard let answer = times.beside.first(where: { $0.label.lowercased() == line.text.lowercased() }) else {
            throw PlayFailure(
                .transcriptNotOffered, "`\(line.text)` was not offered", at: line.span, label: "not among the answers",
                help: "beside the times there were \(times.beside.map { "`\($0.label)`" }.joined(separator: ", "))")
        }
        let selection = Selection(question: asked.id, ids: [answer.id])
        try engine(line) { (world) throws(EngineError) in try world.hear(.choice(selection)) }
    }

    /// `tap old: step / label`: the bubble of an earlier step.
    mutating func tapOld(_ line: LineSyntax) throws(PlayFailure) {
        let parts = line.text.split(separator: "/", maxSplits: 1).map { $0.trimmingBlanks }
        guard parts.count == 2 else {
            throw syntax("which step, and which answer?", line.span, "write `tap old: step / label`")
        }
        guard let bubble = world.questions.last(where: { $0.step == parts[0] })?.asked else {
            throw PlayFailure(
                .transcriptNotOffered, "`\(parts[0])` has asked nothing in this conversation", at: line.span,
                label: "no such bubble",
                help: suggestion(for: parts[0], among: world.questions.map(\.step), are: "there were"))
        }
        if case .times(let times) = bubble.kind { return try pick(parts[1], from: times, of: bubble, line) }
        guard case .choice(let choice) = bubble.kind else { throw nothing(to: "tap", line) }
        try choose(parts[1], from: choice, of: bubble, line, line.span)
    }

    private mutating func choose(
        _ labels: String, from choice: AskedChoice, of asked: AskedQuestion, _ line: LineSyntax, _ span: Span
    ) throws(PlayFailure) {
        var ids: [String] = []
        for label in choice.several ? labels.split(separator: ",").map(\.trimmingBlanks) : [labels] {
            ids.append(try option(label, of: choice, at: span).choice.id)
        }
        let selection = Selection(question: asked.id, ids: ids)
        try engine(line) { (world) throws(EngineError) in try world.hear(.choice(selection)) }
    }

    /// The answer that a line names; fails with those that were offered.
    func option(_ label: String, of choice: AskedChoice, at span: Span) throws(PlayFailure) -> AskedChoice.Option {
        if let option = choice.option(called: label) { return option }
        let offered = choice.options.map { "`\($0.label)`" }.joined(separator: ", ")
        throw PlayFailure(
            .transcriptNotOffered, "`\(label)` was not offered", at: span, label: "not among the answers",
            help: "there were \(offered)")
    }

    mutating func pick(_ line: LineSyntax) throws(PlayFailure) {
        if let which = world.session?.open?.which, case .times(let times) = which.kind,
            slot(line.text, in: times.slots.map(\.slot)) != nil
        {
            return try pick(line.text, from: times, of: which, line)
        }
        guard let asked = open, case .times(let times) = asked.kind else { throw nothing(to: "pick", line) }
        try pick(line.text, from: times, of: asked, line)
    }

    private mutating func pick(
        _ words: String, from times: AskedTimes, of asked: AskedQuestion, _ line: LineSyntax
    ) throws(PlayFailure) {
        let slots = times.slots.map(\.slot)
        guard let slot = slot(words, in: slots) else {
            let zone = world.bot.zone
            let offered = slots.prefix(6).map { String($0.start.iso(in: zone).prefix(16)).replacing("T", with: " ") }
            throw PlayFailure(
                .transcriptNotOffered, "`\(words)` was not offered", at: line.span, label: "not among the times",
                help: "there were \(offered.joined(separator: ", "))\(slots.count > 6 ? " …" : "")")
        }
        let selection = Selection(question: asked.id, ids: [slot.id], start: slot.start)
        try engine(line) { (world) throws(EngineError) in try world.hear(.choice(selection)) }
    }

    /// `first time`, `last time`, or a date and time.
    private func slot(_ words: String, in slots: [TimesMessage.Slot]) -> TimesMessage.Slot? {
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        if words == "last time" { return slots.last }
        if let place = ordinals.firstIndex(where: { words == "\($0) time" }) {
            return slots.indices.contains(place) ? slots[place] : nil
        }
        let context = ReadingContext(currency: nil, zone: world.bot.zone)
        guard case .success(.time(let wanted)) = ValueType.time.value(of: words, context) else { return nil }
        return slots.first { $0.start == wanted.start }
    }

    mutating func wait(_ line: LineSyntax) throws(PlayFailure) {
        guard let length = Literal.duration(line.text), length > .zero else {
            throw syntax("`\(line.text)` is not a length of time", line.span, "write it such as `10 minutes`")
        }
        try engine(line) { (world) throws(EngineError) in try world.wait(length) }
    }

    /// An agent writes, or returns the conversation.
    mutating func person(_ line: LineSyntax) throws(PlayFailure) {
        guard world.session?.status == .withPerson else {
            throw PlayFailure(
                .transcriptNothingWaiting, "no person has taken over", at: line.verbSpan, label: "nobody is there")
        }
        let text = line.text
        try engine(line) { (world) throws(EngineError) in
            if text == Self.givesBack { try world.giveBack() } else { try world.answerAsPerson(text) }
        }
    }
}

extension AskedChoice {
    func option(called label: String) -> Option? {
        options.first { $0.label == label || $0.choice.label == label }
            ?? options.first { $0.label.lowercased() == label.lowercased() || $0.choice.id == label }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
