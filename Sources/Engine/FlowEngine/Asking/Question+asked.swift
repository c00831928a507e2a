import Expressions
import FlowModel
import JSON
import MessageModel

extension Question {
    /// The question with everything filled in for one customer; `nil` when it has nothing to offer.
    func asked(by run: inout Run) throws(EmptyName) -> AskedQuestion? {
        let prompt = try run.text(ask)
        guard var kind = try kind.asked(by: run) else { return nil }
        if isPrivate, case .form(var form) = kind {
            form.isPrivate = true
            kind = .form(form)
        }
        return AskedQuestion(
            id: run.identifiers.next(), prompt: prompt,
            bubble: try bubble.asked(prompt, kind, overlay: try run.overlay(overlays), by: run),
            hasOwnTitle: bubble.title != nil, kind: kind, skipWord: isOptional ? run.skipWord : nil)
    }
}

extension Run {
    /// The word that skips a question, in the customer's language.
    var skipWord: String { plainText(bot.texts.phrase(.skipWord, in: session.language)) }
}

extension Question.Kind {
    func asked(by run: Run) throws(EmptyName) -> AskedQuestion.Kind? {
        switch self {
        case .choice(let choice): try choice.asked(by: run).map { .choice($0) }
        case .times(let times): try times.asked(by: run).map { .times($0) }
        case .text(let text):
            .text(
                AskedText(
                    kind: text.kind.rawValue, atLeast: text.atLeast, atMost: text.atMost, matches: text.matches?.source)
            )
        case .number(let number):
            .number(AskedNumber(isWhole: number.isWhole, atLeast: number.atLeast, atMost: number.atMost))
        case .money(let money):
            .money(AskedMoney(currency: money.currency, atLeast: money.atLeast, atMost: money.atMost))
        case .date(let date): .date(date.asked(by: run))
        case .signIn(let signIn): .signIn(try signIn.asked(by: run))
        case .pay(let pay): try pay.asked(by: run).map { .pay($0) }
        case .app(let app): try app.asked(by: run).map { .app($0) }
        case .photo(let photo): .photo(AskedPhoto(atMost: photo.atMost))
        case .file(let file): .file(AskedFile(endings: file.endings))
        case .place(let place): .place(AskedPlace(isAddress: place.isAddress))
        case .form(let form): try form.asked(by: run).map { .form($0) }
        }
    }
}

extension DateQuestion {
    /// With the calendar of a browser, whose limits are relative to today.
    fileprivate func asked(by run: Run) -> AskedDate {
        guard run.session.device.channel == .web else { return AskedDate(from: from, to: to) }
        let today = run.bot.zone.date(at: run.now)
        let days = AskedForm.Days(
            first: from?.date(from: today), last: to?.date(from: today), preset: preset?.date(from: today), format: nil)
        return AskedDate(from: from, to: to, calendar: days)
    }
}

extension Run {
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
        _ prompt: String, _ kind: AskedQuestion.Kind, overlay: JSONObject, by run: Run
    ) throws(EmptyName) -> MessageBubble {
        var usual = MessageBubble.Size.icon
        if case .pay = kind { usual = .large }
        let title = try title.map { phrase throws(EmptyName) in try run.text(phrase) } ?? prompt
        return MessageBubble(
            title: title,
            note: try note.map { phrase throws(EmptyName) in try run.text(phrase) } ?? run.hint(kind.hint),
            image: try image?.asked(by: run),
            size: size.flatMap { MessageBubble.Size(rawValue: $0.rawValue) } ?? usual,
            reply: try reply.map { phrase throws(EmptyName) in try run.text(phrase) } ?? run.replyTitle,
            around: try around(by: run), overlay: overlay)
    }

    private func around(by run: Run) throws(EmptyName) -> MessageBubble.AppTexts? {
        guard right != nil || rightNote != nil || imageTitle != nil || imageNote != nil else { return nil }
        func text(_ phrase: Phrase?) throws(EmptyName) -> String? {
            try phrase.map { phrase throws(EmptyName) in try run.text(phrase) }
        }
        return MessageBubble.AppTexts(
            right: try text(right), rightNote: try text(rightNote), imageTitle: try text(imageTitle),
            imageNote: try text(imageNote))
    }
}

extension Image {
    /// The picture; `nil` when the name in its path is empty.
    func asked(by run: Run, in scope: SessionScope? = nil) throws(EmptyName) -> Picture? {
        guard let source = try? run.text(source, in: scope), !source.isEmpty else { return nil }
        return Picture(source: source, alt: try alt.map { phrase throws(EmptyName) in try run.text(phrase, in: scope) })
    }
}

extension ChoiceQuestion {
    fileprivate func asked(by run: Run) throws(EmptyName) -> AskedChoice? {
        var options: [AskedChoice.Option] = []
        var ids: Set<String> = []
        for (index, item) in items.enumerated() {
            for option in try item.options(index, by: run) where options.count < run.engine.limits.items {
                // Items of a list can have equal ids; a reply could not distinguish them.
                if ids.insert(option.choice.id).inserted { options.append(option) }
            }
        }
        guard !options.isEmpty else { return nil }
        let hint = run.bot.texts.phrase(.numberHint, in: run.session.language)
        return AskedChoice(
            style: AskedChoice.Style(rawValue: style.rawValue) ?? .automatic, options: options, several: several,
            atLeast: atLeast, atMost: atMost, numberHint: several ? try run.text(hint) : "")
    }
}

extension ChoiceQuestion.Item {
    /// The answer, or with `each` one for every item of its list.
    fileprivate func options(_ index: Int, by run: Run) throws(EmptyName) -> [AskedChoice.Option] {
        guard let each else { return [try option(index, run.scope, Fields(), by: run)] }
        var options: [AskedChoice.Option] = []
        for item in run.items(of: each) {
            let fields = if case .record(let fields) = item { fields } else { Fields() }
            options.append(try option(index, run.scope.with(each, item), fields, by: run))
        }
        return options
    }

    private func option(
        _ index: Int, _ scope: SessionScope, _ fields: Fields, by run: Run
    ) throws(EmptyName) -> AskedChoice.Option {
        let shown = try run.text(label, in: scope)
        let source = try label.source.text(in: scope, run.engine.wording(for: run.bot.languages[0]))
        let note = try note.map { phrase throws(EmptyName) in try run.text(phrase, in: scope) }
        let id = try id.map { phrase throws(EmptyName) in
            try phrase.source.text(in: scope, run.engine.wording(for: run.session.language))
        }
        return AskedChoice.Option(
            choice: Choice(id: id ?? source, label: source, shown: shown, note: note, fields: fields),
            image: try image?.asked(by: run, in: scope),
            section: try section.map { phrase throws(EmptyName) in try run.text(phrase) },
            isOneOfSection: isOneOfSection, item: index)
    }
}

extension TimesQuestion {
    fileprivate func asked(by run: Run) throws(EmptyName) -> AskedTimes? {
        let zone = zone ?? run.bot.zone
        let offered = slots(run, zone).filter { $0.start > run.now }.sorted { $0.start < $1.start }
        guard let first = offered.first else { return nil }
        // A message to Apple has one offset: slots after a clock change are offered the next day.
        let offset = zone.offset(at: first.start)
        let shown = self.zone == nil ? offered : offered.filter { zone.offset(at: $0.start) == offset }
        let words =
            AskedQuestion.needsWordsForTimes(on: run.session.device)
            ? Wording(language: run.session.language, zone: zone, region: run.session.region) : nil
        let title = try title.map { phrase throws(EmptyName) in try run.text(phrase) }
        return AskedTimes(
            title: title ?? run.bot.business, place: try place?.asked(by: run),
            offset: self.zone == nil ? nil : offset.seconds / 60, image: try image?.asked(by: run),
            slots: shown.prefix(200).map { $0.asked(words) })
    }

    private func slots(_ run: Run, _ zone: Zone) -> [TimeSlot] {
        switch source {
        case .slots(let slots): return slots
        case .rule(let rule): return rule.slots(from: run.now, in: zone, weeks: run.bot.weeks, scope: run.scope)
        case .name(let name):
            guard case .list(let items)? = run.scope.value(of: name) else { return [] }
            return items.compactMap { if case .time(let slot) = $0 { slot } else { nil } }
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
    fileprivate func asked(by run: Run) throws(EmptyName) -> MessagePlace {
        MessagePlace(name: try run.text(name), latitude: latitude, longitude: longitude, radius: radius)
    }
}
