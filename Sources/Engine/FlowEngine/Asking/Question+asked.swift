import Expressions
import FlowModel
import JSON
import MessageModel

extension Question {
    /// The question with everything filled in for one customer; `nil` when it has nothing to offer.
    func asked(by turn: inout TurnBuilder) throws(EmptyName) -> AskedQuestion? {
        let prompt = try turn.text(ask)
        if case .times(let times) = self.kind, let places = times.places { turn.wantCalendar(places.calendar) }
        guard var kind = try kind.asked(by: turn) else { return nil }
        if turn.isAnsweredPrivately(self), case .form(var form) = kind {
            form.isPrivate = true
            kind = .form(form)
        }
        var asked = AskedQuestion(
            id: turn.newID(), prompt: prompt,
            bubble: try bubble.asked(prompt, kind, overlay: try turn.overlay(overlays), by: turn),
            hasOwnTitle: bubble.title != nil, kind: kind, skipWord: isOptional ? turn.skipWord : nil)
        asked.isExact = isExact
        return asked
    }
}

extension TurnBuilder {
    /// The word that skips a question, in the customer's language.
    var skipWord: String { plainText(bot.texts.phrase(.skipWord, in: session.language)) }
}

extension Question.Kind {
    func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedQuestion.Kind? {
        switch self {
        case .choice(let choice): try choice.asked(by: turn).map { .choice($0) }
        case .times(let times): try times.asked(by: turn).map { .times($0) }
        case .text(let text):
            .text(
                AskedText(
                    kind: text.kind.rawValue, atLeast: text.atLeast, atMost: text.atMost, matches: text.matches?.source)
            )
        case .number(let number):
            .number(AskedNumber(isWhole: number.isWhole, atLeast: number.atLeast, atMost: number.atMost))
        case .money(let money):
            .money(AskedMoney(currency: money.currency, atLeast: money.atLeast, atMost: money.atMost))
        case .date(let date): .date(date.asked(by: turn))
        case .signIn(let signIn): .signIn(try signIn.asked(by: turn))
        case .pay(let pay): try pay.asked(by: turn).map { .pay($0) }
        case .app(let app): try app.asked(by: turn).map { .app($0) }
        case .photo(let photo): .photo(AskedPhoto(atMost: photo.atMost))
        case .file(let file): .file(AskedFile(endings: file.endings))
        case .place(let place): .place(AskedPlace(isAddress: place.isAddress))
        case .form(let form): try form.asked(by: turn).map { .form($0) }
        }
    }
}

extension DateQuestion {
    /// With the calendar of a browser, whose limits are relative to today.
    fileprivate func asked(by turn: TurnBuilder) -> AskedDate {
        guard turn.session.device.channel == .web else { return AskedDate(from: from, to: to) }
        let today = turn.bot.zone.date(at: turn.now)
        let days = AskedForm.Days(
            first: from?.date(from: today), last: to?.date(from: today), preset: preset?.date(from: today), format: nil)
        return AskedDate(from: from, to: to, calendar: days)
    }
}

extension TurnBuilder {
    /// The title of the customer's reply when the author has not set one: never the bot's own question.
    var replyTitle: String { plainText(bot.texts.phrase(.replyTitle, in: session.language)) }

    var chooseHint: String { hint(.chooseHint) }

    /// The hint below the title of a question's bubble, which says what a tap does. A browser shows the question
    /// unfolded.
    fileprivate func hint(_ key: BotTexts.Key) -> String {
        session.device.channel == .web ? "" : plainText(bot.texts.phrase(key, in: session.language))
    }
}

extension AskedQuestion.Kind {
    fileprivate var hint: BotTexts.Key {
        switch self {
        case .form: .formHint
        case .signIn: .signInHint
        case .pay: .payHint
        case .app: .appHint
        case .choice, .times, .text, .number, .money, .date, .photo, .file, .place: .chooseHint
        }
    }
}

extension Bubble {
    fileprivate func asked(
        _ prompt: String, _ kind: AskedQuestion.Kind, overlay: JSONObject, by turn: TurnBuilder
    ) throws(EmptyName) -> MessageBubble {
        var usual = MessageBubble.Size.icon
        if case .pay = kind { usual = .large }
        let title = try title.map { phrase throws(EmptyName) in try turn.text(phrase) } ?? prompt
        return MessageBubble(
            title: title,
            note: try note.map { phrase throws(EmptyName) in try turn.text(phrase) } ?? turn.hint(kind.hint),
            image: try image?.asked(by: turn),
            size: size.flatMap { MessageBubble.Size(rawValue: $0.rawValue) } ?? usual,
            reply: try reply.map { phrase throws(EmptyName) in try turn.text(phrase) } ?? turn.replyTitle,
            around: try around(by: turn), overlay: overlay)
    }

    private func around(by turn: TurnBuilder) throws(EmptyName) -> MessageBubble.AppTexts? {
        guard right != nil || rightNote != nil || imageTitle != nil || imageNote != nil else { return nil }
        func text(_ phrase: Phrase?) throws(EmptyName) -> String? {
            try phrase.map { phrase throws(EmptyName) in try turn.text(phrase) }
        }
        return MessageBubble.AppTexts(
            right: try text(right), rightNote: try text(rightNote), imageTitle: try text(imageTitle),
            imageNote: try text(imageNote))
    }
}

extension Image {
    /// The picture; `nil` when the name in its path is empty.
    func asked(by turn: TurnBuilder, in scope: SessionScope? = nil) throws(EmptyName) -> Picture? {
        guard let source = try? turn.text(source, in: scope), !source.isEmpty else { return nil }
        let alt = try alt.map { phrase throws(EmptyName) in try turn.text(phrase, in: scope) }
        return Picture(source: source, alt: alt)
    }
}

extension ChoiceQuestion {
    fileprivate func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedChoice? {
        var options: [AskedChoice.Option] = []
        var ids: Set<String> = []
        let scope = turn.scope
        for (index, item) in items.enumerated() {
            for option in try item.options(index, scope, by: turn) where options.count < turn.engine.limits.items {
                // Items of a list can have equal ids; a reply could not distinguish them.
                if ids.insert(option.choice.id).inserted { options.append(option) }
            }
        }
        guard !options.isEmpty else { return nil }
        let hint = turn.bot.texts.phrase(.numberHint, in: turn.session.language)
        return AskedChoice(
            style: AskedChoice.Style(rawValue: style.rawValue) ?? .automatic, options: options, several: several,
            atLeast: atLeast, atMost: atMost, numberHint: several ? try turn.text(hint) : "")
    }
}

extension ChoiceQuestion.Item {
    /// The answer, or with `each` one for every item of its list.
    fileprivate func options(
        _ index: Int, _ scope: SessionScope, by turn: TurnBuilder
    ) throws(EmptyName) -> [AskedChoice.Option] {
        guard let each else { return [try option(index, scope, Fields(), by: turn)] }
        var options: [AskedChoice.Option] = []
        for item in turn.items(of: each) {
            let fields = if case .record(let fields) = item { fields } else { Fields() }
            options.append(try option(index, scope.with(each, item), fields, by: turn))
        }
        return options
    }

    private func option(
        _ index: Int, _ scope: SessionScope, _ fields: Fields, by turn: TurnBuilder
    ) throws(EmptyName) -> AskedChoice.Option {
        let shown = try turn.text(label, in: scope)
        let source = try turn.text(label.source, inAnyRegion: turn.bot.languages[0], in: scope)
        let note = try note.map { phrase throws(EmptyName) in try turn.text(phrase, in: scope) }
        let id = try id.map { phrase throws(EmptyName) in
            try turn.text(phrase.source, inAnyRegion: turn.session.language, in: scope)
        }
        return AskedChoice.Option(
            choice: Choice(id: id ?? source, label: source, shown: shown, note: note, fields: fields),
            image: try image?.asked(by: turn, in: scope),
            section: try section.map { phrase throws(EmptyName) in try turn.text(phrase) },
            isOneOfSection: isOneOfSection, item: index)
    }
}

extension TimesQuestion {
    fileprivate func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedTimes? {
        let zone = zone ?? turn.bot.zone
        let (slots, hasMore) = try self.slots(turn, zone)
        let offered = slots.filter { $0.start > turn.now }.sorted { $0.start < $1.start }
        guard let first = offered.first else { return nil }
        // A message to Apple has one offset: slots after a clock change are offered the next day.
        let offset = zone.offset(at: first.start)
        let shown = self.zone == nil ? offered : offered.filter { zone.offset(at: $0.start) == offset }
        let words = words(for: turn, zone)
        let title = try title.map { phrase throws(EmptyName) in try turn.text(phrase) }
        var asked = AskedTimes(
            title: title ?? turn.bot.business, place: try place?.asked(by: turn),
            offset: self.zone == nil ? nil : offset.seconds / 60, image: try image?.asked(by: turn),
            slots: shown.prefix(200).map { $0.asked(words) })
        asked.earlier = turn.page?.earlier ?? []
        asked.beside = try answersBeside(by: turn, hasMore: hasMore || shown.count < offered.count)
        if !asked.beside.isEmpty {
            asked.besidePrompt = turn.plainText(turn.bot.texts.phrase(.orElse, in: turn.session.language))
        }
        return asked
    }

    /// All times that the rule offers now, on whichever page they stand, in groups of one distance from world time; none
    /// where no page follows the first.
    func allTimes(by turn: TurnBuilder) throws(EmptyName) -> [(offset: Int?, slots: [AskedTimes.Slot])] {
        guard case .rule(var rule) = source, rule.more != nil else { return [] }
        rule.atMost = Self.mostTimes
        var whole = self
        whole.source = .rule(rule)
        let zone = zone ?? turn.bot.zone
        let words = words(for: turn, zone)
        let slots = try whole.slots(turn, zone).slots.filter { $0.start > turn.now }
        let groups = Dictionary(grouping: slots) { self.zone == nil ? nil : zone.offset(at: $0.start).seconds / 60 }
        return groups.sorted { $0.value[0].start < $1.value[0].start }.map { group in
            (group.key, group.value.map { $0.asked(words) })
        }
    }

    private static let mostTimes = 2_000

    private func words(for turn: TurnBuilder, _ zone: Zone) -> Wording? {
        AskedQuestion.needsWordsForTimes(on: turn.session.device)
            ? Wording(
                language: turn.session.language, zone: zone, region: turn.session.region, edition: turn.edition) : nil
    }

    /// The answers beside the slots: first the one that shows the next slots.
    private func answersBeside(by turn: TurnBuilder, hasMore: Bool) throws(EmptyName) -> [AskedTimes.Beside] {
        var answers: [AskedTimes.Beside] = []
        if hasMore, case .rule(let rule) = source, let more = rule.more {
            answers.append(AskedTimes.Beside(id: AskedTimes.Beside.more, label: try turn.text(more)))
        }
        for (index, answer) in beside.enumerated() {
            answers.append(AskedTimes.Beside(id: "or-\(index)", label: try turn.text(answer.label)))
        }
        return answers
    }

    private func slots(_ turn: TurnBuilder, _ zone: Zone) throws(EmptyName) -> (slots: [TimeSlot], hasMore: Bool) {
        switch source {
        case .slots(let slots): return (slots, false)
        case .rule(let rule):
            let offer = SlotOffer(
                rule: rule, now: turn.now, after: turn.page?.after, zone: zone, weeks: turn.bot.weeks,
                taken: turn.timesTaken(of: rule.places?.calendar))
            return try offer.slots(turn.scope)
        case .name(let name):
            guard case .list(let items)? = turn.scope.value(of: name) else { return ([], false) }
            return (items.compactMap { if case .time(let slot) = $0 { slot } else { nil } }, false)
        }
    }
}

extension TimeSlot {
    fileprivate func asked(_ words: Wording?) -> AskedTimes.Slot {
        let slot = TimesMessage.Slot(id: start.iso, start: start, duration: duration ?? .minutes(30))
        return AskedTimes.Slot(
            slot: slot, day: words.map { "\($0.text(.time(self), as: .day)), \($0.text(.time(self), as: .date))" },
            time: words?.text(.time(self), as: .time))
    }
}

extension EventPlace {
    fileprivate func asked(by turn: TurnBuilder) throws(EmptyName) -> MessagePlace {
        MessagePlace(name: try turn.text(name), latitude: latitude, longitude: longitude, radius: radius)
    }
}
