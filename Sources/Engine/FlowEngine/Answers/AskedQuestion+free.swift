import Expressions
import FlowModel
import MessageModel

/// What a typed text means that is neither an offered answer nor its number.
enum FreeReading: Sendable, Hashable {
    /// The whole answer, in other words.
    case certain(Value)
    /// An answer that needs to be confirmed before it sets something in motion.
    case likely(Value)
    /// The indexes of several offered answers.
    case ambiguous([Int])
}

extension AskedQuestion {
    /// Whether what customers type is read by the rules of `Docs/Typing.md`.
    var isReadFreely: Bool {
        guard !isExact else { return false }
        switch kind {
        case .choice, .times, .number: return true
        default: return false
        }
    }

    /// - Parameters:
    ///   - words: reads times and numbers in the customer's language.
    ///   - languages: that of the customer, and that of the flow.
    ///   - zone: the time zone in which times are shown.
    func freeReading(
        of text: String, in words: TypedWords, languages: (customer: String, flow: String), zone: Zone,
        today: CalendarDate, rules: OfferedLabels.Rules
    ) -> FreeReading? {
        switch kind {
        case .choice(let choice): choice.freeReading(of: text, languages, rules)
        case .times(let times): times.freeReading(of: text, in: words, zone: zone, today: today)
        case .number(let number): words.numberInWords(text).flatMap { number.answer($0) }.map { .certain($0) }
        default: nil
        }
    }
}

extension AskedChoice {
    fileprivate func freeReading(
        of text: String, _ languages: (customer: String, flow: String), _ rules: OfferedLabels.Rules
    ) -> FreeReading? {
        let labels = OfferedLabels(
            options.map { option in
                let shown = OfferedLabels.Label(option.label, language: languages.customer)
                return option.choice.shown == nil
                    ? [shown] : [shown, OfferedLabels.Label(option.choice.label, language: languages.flow)]
            }, rules: rules)
        let meaning = labels.meaning(of: text)
        if !several {
            guard let first = meaning.places.first else { return nil }
            if meaning.places.count > 1 { return .ambiguous(meaning.places) }
            return answer(with: [first]).map { meaning.isWhole ? .certain($0) : .likely($0) }
        }
        return several(in: text, labels, languages.customer)
    }

    /// Several answers, separated with commas or with the word that joins the last two. Each has to be clear.
    private func several(in text: String, _ labels: OfferedLabels, _ language: String) -> FreeReading? {
        let whole = labels.meaning(of: text)
        if whole.places.count == 1 {
            return answer(with: whole.places).map { whole.isWhole ? .certain($0) : .likely($0) }
        }
        let meanings = TypedWords.parts(of: text, in: language).map { labels.meaning(of: $0) }
        guard !meanings.isEmpty, meanings.allSatisfy({ $0.places.count == 1 }) else { return nil }
        let places = Set(meanings.flatMap(\.places)).sorted()
        return answer(with: places).map { meanings.allSatisfy(\.isWhole) ? .certain($0) : .likely($0) }
    }
}

extension AskedTimes {
    fileprivate func freeReading(
        of text: String, in words: TypedWords, zone: Zone, today: CalendarDate
    ) -> FreeReading? {
        let readings = words.timeAlternatives(text, today: today).flatMap { $0 }
        guard !readings.isEmpty else {
            let place = words.readsMoreDays ? words.place(text, of: slots.count) : nil
            return place.map { .likely(slots[$0].value) }
        }
        let places = slots.indices.filter { index in
            let local = local(slots[index].slot.start, zone)
            return readings.contains { $0.fits(local.date, local.time) }
        }
        guard let first = places.first else { return nil }
        return places.count == 1 ? .likely(slots[first].value) : .ambiguous(places)
    }

    /// The indexes of the times that fit one of several texts between which there is a choice, each with its readings.
    func places(fittingOneOf alternatives: [[TypedTime]], page: Set<Moment>, zone: Zone) -> [Int] {
        Set(alternatives.flatMap { places(fitting: $0, page: page, zone: zone) }).sorted()
    }

    /// The indexes of the times that fit one of the readings. When some of the page that the customer sees do, others
    /// count on their days alone; otherwise the name of a weekday means the first such day.
    ///
    /// - Parameter page: the times that the customer sees.
    func places(fitting readings: [TypedTime], page: Set<Moment>, zone: Zone) -> [Int] {
        let locals = slots.map { local($0.slot.start, zone) }
        let fitting = slots.indices.filter { place in
            readings.contains { $0.fits(locals[place].date, locals[place].time) }
        }
        let seen = fitting.filter { page.contains(slots[$0].slot.start) }
        guard seen.isEmpty else {
            let days = Set(seen.map { locals[$0].date })
            return fitting.filter { days.contains(locals[$0].date) }
        }
        guard readings.contains(where: \.namesAnyWeekday), let first = fitting.first else { return fitting }
        return fitting.filter { locals[$0].date == locals[first].date }
    }

    /// The date and the time as the customer sees them: with the offset of the message, otherwise in the bot's zone.
    private func local(_ moment: Moment, _ zone: Zone) -> (date: CalendarDate, time: TimeOfDay) {
        let shown = offset.map { Zone.utc.local(moment + .minutes($0)) } ?? zone.local(moment)
        return (shown.date, shown.time)
    }
}

extension AskedQuestion {
    /// The question with some of its answers only, under an identifier of its own.
    ///
    /// - Parameter places: the indexes of the answers that stay.
    func narrowed(to places: [Int], id: String, prompt: String) -> AskedQuestion {
        var which = self
        which.id = id
        which.prompt = prompt
        which.bubble.title = prompt
        which.hasOwnTitle = false
        switch kind {
        case .choice(var choice):
            choice.options = places.map { choice.options[$0] }
            which.kind = .choice(choice)
        case .times(var times):
            times.slots = places.map { times.slots[$0] }
            which.kind = .times(times)
        default: break
        }
        return which
    }
}
