import Diagnostics
import Expressions
import FlowModel

/// Lowers one step to what the engine runs.
struct StepLowering {
    let lowering: Lowering
    let id: StepID

    init(lowering: Lowering, id: StepID) {
        self.lowering = lowering
        self.id = id
    }

    /// For content outside of steps.
    init(lowering: Lowering, flow: Int) { self.init(lowering: lowering, id: StepID(flow: flow, step: 0)) }

    private var project: Project { lowering.project }
    private var context: ReadingContext { project.bot.context }
    private var cards: CardLowering { CardLowering(lowering: lowering, flow: id.flow) }

    func step() -> Step {
        let syntax = project.step(id)
        var step = Step(
            name: syntax.name.value, openings: syntax.openings.flatMap(openings), thing: thing(syntax), failed: failed()
        )
        step.was = syntax.was.map(\.value)
        return step
    }

    private func destination(_ syntax: DestinationSyntax) -> Destination {
        lowering.destination(syntax, in: id.flow)
    }

    private func openings(_ syntax: OpeningSyntax) -> [Step.Preamble] {
        switch syntax {
        case .say(let items): items.map { .say(saying($0)) }
        case .set(let assignments, _): assignments.map { .set(name: $0.name.value, assignment($0)) }
        case .show(let cards): [.show(cards.map { self.cards.card($0) })]
        case .giveBack(let names): [.giveBack(names.map(givenBack))]
        case .stopReminding(let names): [.stopReminding(names.map(lowering.phrase))]
        }
    }

    private func givenBack(_ syntax: GivenBackSyntax) -> Step.GivenBack {
        switch syntax {
        case .answer(let name): .answer(name.value)
        case .time(let text): .time(text.template.onlyInsert?.name ?? Name([]))
        }
    }

    private func saying(_ syntax: SayItemSyntax) -> Step.Saying {
        switch syntax {
        case .text(let text): .text(lowering.phrase(text))
        case .lines(let each, let line, let ifEmpty):
            .lines(self.each(each), line: lowering.phrase(line), ifEmpty: ifEmpty.map(lowering.phrase))
        }
    }

    /// Constants are read as the type of the fact.
    private func assignment(_ syntax: AssignmentSyntax) -> Assignment {
        if let fact = project.bot.facts.first(where: { $0.name.value == syntax.fact }) {
            return lowering.assignment(syntax, as: fact.type, in: id.flow)
        }
        // Codes are texts, also that of Norwegian.
        if syntax.isLanguage, let words = syntax.value.words(syntax.source) { return .text(Phrase(plain: words)) }
        return assignment(syntax.value)
    }

    private func assignment(_ syntax: AssignedSyntax) -> Assignment { lowering.assignment(syntax, in: id.flow) }

    private func each(_ syntax: EachSyntax) -> Each {
        Each(variable: syntax.variable.value, list: syntax.list.value)
    }

    private func thing(_ syntax: StepSyntax) -> Step.StepAction {
        let then = syntax.then.map { destination($0.destination) }
        switch syntax.thing {
        case .ask(let question): return .ask(self.question(question, syntax, then))
        case .when(let when): return decision(when)
        case .handOver(let handOver): return .handOver(self.handOver(handOver, then))
        case .call(let call): return .call(self.call(call, syntax, then))
        case .run(let run): return .run(self.run(run, syntax, then))
        case .remind(let reminder): return .remind(self.reminder(reminder, syntax, then))
        case .unreadable, nil: return .go(then ?? .end)
        }
    }

    private func reminder(_ syntax: ReminderSyntax, _ step: StepSyntax, _ then: Destination?) -> Reminder {
        let when: Reminder.When =
            switch syntax.when {
            case .after(let length): .after(length)
            case .before(let length, let text): .before(length, text.template.onlyInsert?.name ?? Name([]))
            case .unreadable: .after(.zero)
            }
        let unless = syntax.unless.flatMap { $0.condition.resolved(in: lowering.names[id.flow], context).0 }
        var reminder = Reminder(when: when, go: syntax.go.map(destination) ?? .end, unless: unless, then: then ?? .end)
        reminder.name = syntax.name.map(lowering.phrase)
        reminder.hasExit = step.exits.failed?.block != nil
        return reminder
    }

    func closingCall(_ syntax: CallSyntax) -> ClosingCall {
        let (action, inputs) = given(syntax)
        return ClosingCall(action: action, inputs: inputs)
    }

    private func call(_ syntax: CallSyntax, _ step: StepSyntax, _ then: Destination?) -> Call {
        let (action, inputs) = given(syntax)
        return Call(
            name: step.resultName, action: action, inputs: inputs, meanwhile: syntax.meanwhile.map(lowering.phrase),
            then: then ?? .end)
    }

    /// The index of the action, and its inputs.
    private func given(_ syntax: CallSyntax) -> (action: Int, inputs: [Call.Input]) {
        let actions = project.actions.actions
        let place = actions.firstIndex { $0.name.value == syntax.action.value } ?? 0
        return (place, inputs(syntax.inputs, of: actions[place].action.takes))
    }

    private func run(_ syntax: RunSyntax, _ step: StepSyntax, _ then: Destination?) -> RunFlow {
        let place = project.flow(named: syntax.flow.value) ?? 0
        return RunFlow(
            name: step.resultName, flow: place,
            inputs: inputs(syntax.inputs, of: project.flows[place].needs.map(\.field)), then: then ?? .end)
    }

    private func inputs(_ given: [InputSyntax], of takes: [ValueType.RecordField]) -> [Call.Input] {
        given.compactMap { input in
            takes.first { $0.name == input.name.value }.map { field in
                Call.Input(name: field.name, type: field.type, value: value(of: input, as: field.type))
            }
        }
    }

    /// Constants are read as the type of the input.
    private func value(of input: InputSyntax, as type: ValueType) -> Assignment {
        if let words = input.value.words(input.source), case .success(let value) = type.value(of: words, context) {
            return .sum(.constant(value))
        }
        return assignment(input.value)
    }

    private func decision(_ when: WhenSyntax) -> Step.StepAction {
        let lines = when.lines.compactMap { line -> (condition: Condition, destination: Destination)? in
            let resolved = line.condition.resolved(in: lowering.names[id.flow], context).0
            return resolved.map { ($0, destination(line.destination)) }
        }
        return .decide(lines, otherwise: when.otherwise.map(destination) ?? .end)
    }

    private func handOver(_ syntax: HandOverSyntax, _ then: Destination?) -> HandOver {
        var handOver = HandOver(
            queue: project.bot.people.firstIndex { $0.name.value == syntax.queue.value } ?? 0,
            note: syntax.note.map(lowering.phrase), ifAway: syntax.ifAway.map(destination), then: then ?? .end)
        handOver.meanwhile = syntax.meanwhile.map(lowering.phrase)
        handOver.unanswered = syntax.unanswered.map {
            UnansweredExit(
                after: $0.after.value, say: $0.say.map(lowering.phrase), again: $0.again, then: $0.then.map(destination)
            )
        }
        return handOver
    }

    // Exits.

    private func failed() -> FailedExit? {
        guard let failed = project.failed(id), let block = failed.exit.block else { return nil }
        return FailedExit(
            say: block.say.map(lowering.phrase),
            retryFrom: block.retryFrom.map { lowering.destination($0, in: failed.flow) }, tries: block.tries,
            then: lowering.destination(block.then, in: failed.flow))
    }

    private func silent() -> SilentExit? {
        guard let silent = project.silent(id), let block = silent.exit.block else { return nil }
        return SilentExit(
            after: block.after.value, say: block.say.map(lowering.phrase), repeats: block.repeats,
            then: lowering.destination(block.then, in: silent.flow))
    }

    private func other() -> OtherExit {
        guard let other = project.other(id) else { return .accept }
        switch other.exit.content {
        case .block(let say, let tries, let then):
            return .retry(
                say: say.map(lowering.phrase), tries: tries, then: lowering.destination(then, in: other.flow))
        case .accept, .unreadable: return .accept
        }
    }

    private func plain(_ syntax: PlainExitSyntax?) -> PlainExit? {
        (syntax?.block).map { PlainExit(say: $0.say.map(lowering.phrase), then: destination($0.then)) }
    }

    // Questions.

    private func question(_ syntax: QuestionSyntax, _ step: StepSyntax, _ then: Destination?) -> Question {
        var question = Question(
            name: step.resultName, ask: lowering.phrase(syntax.ask), bubble: bubble(syntax.bubble),
            kind: kind(syntax.kind), silent: silent(), other: other(), cancelled: plain(step.exits.cancelled),
            unable: plain(step.exits.unable), isOptional: syntax.isOptional, isPrivate: syntax.isPrivate,
            then: then)
        question.empty = plain(step.exits.empty)
        question.events = (step.exits.events?.lines ?? []).compactMap { line in
            line.then.map { EventExit(event: line.name.value, then: destination($0)) }
        }
        question.isExact = syntax.isExact
        question.overlays = cards.overlays(step.overlays)
        return question
    }

    private func bubble(_ syntax: BubbleSyntax) -> Bubble {
        var bubble = Bubble(
            title: syntax.title.map(lowering.phrase), note: syntax.note.map(lowering.phrase),
            image: syntax.image.map(image), size: syntax.size.flatMap { Bubble.Size(rawValue: $0.value.rawValue) },
            reply: syntax.reply.map(lowering.phrase))
        bubble.right = syntax.right.map(lowering.phrase)
        bubble.rightNote = syntax.rightNote.map(lowering.phrase)
        bubble.imageTitle = syntax.imageTitle.map(lowering.phrase)
        bubble.imageNote = syntax.imageNote.map(lowering.phrase)
        return bubble
    }

    func image(_ syntax: ImageSyntax) -> Image {
        Image(source: lowering.phrase(syntax.source), alt: syntax.alt.map(lowering.phrase))
    }

    func kind(_ syntax: QuestionKindSyntax) -> Question.Kind {
        switch syntax {
        case .answers(let answers): .choice(choice(answers))
        case .times(let times): .times(self.times(times))
        case .text(let text): .text(self.text(text))
        case .number(let number):
            .number(
                NumberQuestion(
                    isWhole: number.kind == .whole, atLeast: number.atLeast?.value, atMost: number.atMost?.value))
        case .money(let money):
            .money(
                MoneyQuestion(currency: money.currency, atLeast: money.atLeast?.value, atMost: money.atMost?.value))
        case .date(let date):
            .date(DateQuestion(from: date.from?.value, to: date.to?.value, preset: date.preset?.value))
        case .signIn(let signIn): ServiceLowering(lowering: lowering, flow: id.flow).signIn(signIn)
        case .pay(let pay): ServiceLowering(lowering: lowering, flow: id.flow).pay(pay)
        case .app(let app): ServiceLowering(lowering: lowering, flow: id.flow).app(app, assignment)
        case .photo(let photo): .photo(PhotoQuestion(atMost: photo.atMost))
        case .file(let file): .file(FileQuestion(endings: file.endings))
        case .place(let place): .place(PlaceQuestion(isAddress: place.word == .address))
        case .form(let form): .form(self.form(form))
        case .unreadable: .text(TextQuestion(kind: .oneLine, atLeast: 1, atMost: 2_000, matches: nil))
        }
    }

    private func choice(_ syntax: AnswersSyntax) -> ChoiceQuestion {
        ChoiceQuestion(
            style: syntax.style.flatMap { ChoiceQuestion.Style(rawValue: $0.value.rawValue) } ?? .automatic,
            items: syntax.items.map(item), several: syntax.several, atLeast: syntax.atLeast?.value ?? 1,
            atMost: syntax.atMost?.value)
    }

    private func item(_ syntax: AnswerSyntax) -> ChoiceQuestion.Item {
        ChoiceQuestion.Item(
            label: lowering.phrase(syntax.label), note: syntax.note.map(lowering.phrase),
            image: syntax.image.map(image),
            id: syntax.id.map(lowering.phrase), section: syntax.section.map(lowering.phrase),
            isOneOfSection: syntax.isOneOfSection,
            then: syntax.then.map(destination), each: syntax.each.map(each))
    }

    private func times(_ syntax: TimesSyntax) -> TimesQuestion {
        let zone = syntax.zoneOfSlots(project.bot.zone)
        var times = TimesQuestion(
            source: source(syntax, zone), place: syntax.place.map(place),
            zone: syntax.zone?.value == .customer ? nil : zone, title: syntax.title.map(lowering.phrase),
            image: syntax.image.map(image))
        times.beside = syntax.beside.map {
            TimesQuestion.BesideAnswer(label: lowering.phrase($0.label), then: $0.then.map(destination) ?? .end)
        }
        return times
    }

    private func source(_ syntax: TimesSyntax, _ zone: Zone) -> TimesQuestion.Source {
        switch syntax.source {
        case .name(let text): .name(text.template.onlyInsert?.name ?? Name([]))
        case .slots(let slots):
            .slots(slots.map { TimeSlot(start: zone.moment($0.date, $0.time), duration: $0.length) })
        case .rule(let rule): .rule(self.rule(rule))
        case .unreadable: .slots([])
        }
    }

    private func rule(_ syntax: TimesRuleSyntax) -> TimesRule {
        let hours: TimesRule.Hours =
            switch syntax.hours {
            case .named(let word): lowering.weekIndex(word.value).map { .week($0) } ?? .every([])
            case .written(let ranges): .every(ranges)
            case .unreadable: .every([])
            }
        var rule = TimesRule(
            every: syntax.every.value, hours: hours, lasting: syntax.lasting?.value ?? syntax.every.value,
            days: syntax.days, notice: syntax.notice, except: syntax.except?.template.onlyInsert?.name,
            atMost: syntax.atMost)
        rule.everyName = syntax.everyName?.template.onlyInsert?.name
        rule.lastingName =
            syntax.lastingName?.template.onlyInsert?.name ?? (syntax.lasting == nil ? rule.everyName : nil)
        rule.from = syntax.from?.template.onlyInsert?.name
        rule.more = syntax.more.map(lowering.phrase)
        rule.places = syntax.places.map { count in
            // The question alone has its slots, unless it shares a calendar.
            let own = "\(project.flows[id.flow].name)/\(project.step(id).name.value)"
            return TimesRule.Places(count: count, calendar: syntax.calendar?.value ?? own, hold: syntax.hold)
        }
        return rule
    }

    private func place(_ syntax: PlaceSyntax) -> EventPlace {
        EventPlace(
            name: lowering.phrase(syntax.name), latitude: syntax.latitude?.value, longitude: syntax.longitude?.value,
            radius: syntax.radius?.value)
    }

    private func text(_ syntax: TextKindSyntax) -> TextQuestion {
        TextQuestion(
            kind: TextQuestion.Kind(rawValue: syntax.kind.rawValue) ?? .oneLine, atLeast: syntax.atLeast?.value ?? 1,
            atMost: syntax.atMost?.value ?? 2_000, matches: syntax.matches?.value)
    }
}
